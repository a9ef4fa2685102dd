import { documentsPurged } from '#library/documents/server/documents.hooks.ts'
import { feature } from '#server/feature/feature.ts'
import { personDeleted } from '#server/feature/hooks.ts'
import { marksApi } from '../marks.contract.ts'
import { onPersonDeleted, removeOfDocuments } from './marks.db.ts'
import { list, remove, save } from './marks.service.ts'
import { allText, text } from './marks.text.service.ts'

export const marksFeature = feature(
  marksApi,
  { list, save, remove, text, allText },
  {
    tables: { markChanges: 'marks', marks: 'marks' },
    hooks: [personDeleted.by(onPersonDeleted), documentsPurged.by(removeOfDocuments)],
  },
)
