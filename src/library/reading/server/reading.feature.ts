import { documentsPurged } from '#library/documents/server/documents.hooks.ts'
import { feature } from '#server/feature/feature.ts'
import { personDeleted } from '#server/feature/hooks.ts'
import { readingApi } from '../reading.contract.ts'
import { onPersonDeleted, removeOfDocuments } from './reading.db.ts'
import { html, office, officeFile } from './reading.office.service.ts'
import { progress, saveProgress, unfinished } from './reading.service.ts'

export const readingFeature = feature(
  readingApi,
  { unfinished, progress, saveProgress, office, officeFile },
  { tables: { readingProgress: 'reading' }, hooks: [personDeleted.by(onPersonDeleted), documentsPurged.by(removeOfDocuments)], html },
)
