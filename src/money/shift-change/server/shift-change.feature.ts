import { feature } from '#server/feature/feature.ts'
import { shiftChangeApi } from '../shift-change.contract.ts'
import { shiftChangeKind } from './shift-change.journal.ts'
import { change, price } from './shift-change.service.ts'

export const shiftChangeFeature = feature(
  shiftChangeApi,
  { price, change },
  { tables: { shiftChanges: 'fees' }, journal: [shiftChangeKind] },
)
