import { feature } from '#server/feature/feature.ts'
import { thoughtsApi } from '../thoughts.contract.ts'
import { bulkImport, create, list, remove, reorder, today, update } from './thoughts.service.ts'

export const thoughtsFeature = feature(
  thoughtsApi,
  { today, list, create, update, remove, reorder, bulkImport },
  { cached: ['today', 'list'], tables: { thoughts: 'thoughts' } },
)
