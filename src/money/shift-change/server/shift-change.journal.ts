import type { Kind } from '#server/journal/kind.ts'

export const shiftChangeKind: Kind = {
  name: 'shift-change',
  table: 'shiftChanges',
  label: 'Change of shift',
  key: ['id'],
  columns: [
    ...['id', 'userId', 'fromDay', 'fromSlot', 'toSlot', 'fromSeat', 'toSeat', 'fromFee', 'toFee', 'amount', 'dateReason'],
    ...['enteredAt', 'enteredBy', 'enteredByName', 'clientId', 'clientDigest'],
  ],
}
