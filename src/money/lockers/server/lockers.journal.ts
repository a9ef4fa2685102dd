import type { Kind } from '#server/journal/kind.ts'

export const lockerChargeKind: Kind = {
  name: 'locker-charge',
  table: 'lockerCharges',
  label: 'Charged month of a locker',
  key: ['userId', 'period'],
  columns: ['userId', 'period', 'lockerId', 'chargeId'],
}
