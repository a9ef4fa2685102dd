import { feature } from '#server/feature/feature.ts'
import { HOUR } from '#server/time.ts'
import { documentsApi } from '../documents.contract.ts'
import { checkCounts } from './documents.check.service.ts'
import { moveMany, remove, removeMany, update } from './documents.edit.service.ts'
import { create, file, link, list, read } from './documents.service.ts'
import { purge, removed, restore, restoreMany } from './documents.trash.service.ts'

export const documentsFeature = feature(
  documentsApi,
  { list, create, removed, moveMany, removeMany, restoreMany, read, update, restore, link, file, remove },
  {
    jobs: [{ name: 'purge documents', everySeconds: HOUR, alone: true, run: purge }],
    checks: [{ name: 'documents', run: checkCounts }],
    cached: ['list'],
    tables: { documents: 'documents', documentCounts: 'documents' },
    files: [{ table: 'documents', column: 'fileSha256' }],
  },
)
