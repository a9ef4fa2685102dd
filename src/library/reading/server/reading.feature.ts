import { feature } from '#server/feature/feature.ts'
import { readingApi } from '../reading.contract.ts'
import { removeOfDocuments, removeOfPerson } from './reading.db.ts'
import { html, office, officeFile } from './reading.office.service.ts'
import { progress, saveProgress, unfinished } from './reading.service.ts'

export const readingFeature = feature(
  readingApi,
  { unfinished, progress, saveProgress, office, officeFile },
  { tables: { readingProgress: 'reading' }, onPersonRemoved: removeOfPerson, onDocumentsPurged: removeOfDocuments, html },
)
