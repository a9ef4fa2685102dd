import type { Kind } from '#server/journal/kind.ts'

export const monthLockKind: Kind = {
  name: 'month-lock',
  table: 'monthLocks',
  label: 'Lock of the month',
  key: ['period'],
  columns: ['period', 'lockedAt', 'lockedBy', 'lockedByName'],
}
