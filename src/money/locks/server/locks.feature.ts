import { feature } from '#server/feature/feature.ts'
import { locksApi } from '../locks.contract.ts'
import { monthLockKind } from './locks.journal.ts'
import { list, lockMonth, locksJob } from './locks.service.ts'

export const locksFeature = feature(
  locksApi,
  { list, lockMonth },
  { tables: { monthLocks: 'fees' }, journal: [monthLockKind], jobs: [locksJob] },
)
