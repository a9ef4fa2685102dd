import type { Kind } from '#server/journal/kind.ts'

export const closingKind: Kind = {
  name: 'closing',
  table: 'closings',
  label: 'Closing',
  key: ['id'],
  named: 'day',
  columns: [
    ...['id', 'day', 'nth', 'openingFloat', 'cashIn', 'cashRefunds', 'cashVoids', 'expected', 'counted', 'handedTo', 'notes'],
    ...['closedBy', 'closedByName', 'closedAt', 'asOf', 'paidOut', 'otherIn', 'clientId'],
  ],
}
export const handOverKind: Kind = {
  name: 'hand-over',
  table: 'handOvers',
  label: 'Hand-over',
  key: ['id'],
  columns: ['id', 'closingId', 'amount', 'receiver', 'createdAt', 'createdBy', 'createdByName'],
}
export const cashMoveKind: Kind = {
  name: 'cash-move',
  table: 'cashMoves',
  label: 'Movement of cash',
  key: ['id'],
  columns: ['id', 'at', 'kind', 'ref', 'amount'],
}

const ofBoxEntries = { table: 'boxEntries', label: 'Entry of the cash box', key: ['id'], named: 'purpose' } as const
const voided = ['voidedAt', 'voidedOn', 'voidedBy', 'voidedByName', 'voidReason'] as const

export const boxEntryKind: Kind = {
  ...ofBoxEntries,
  name: 'box-entry',
  columns: [...['id', 'kind', 'amount', 'purpose', 'photoSha256', 'bookedOn', 'enteredAt', 'enteredBy', 'enteredByName', 'clientId']],
}
export const boxEntryDateKind: Kind = { ...ofBoxEntries, name: 'box-entry.date', columns: ['id', 'dateReason'], blank: [''], isPart: true }
export const boxEntryVoidKind: Kind = {
  ...ofBoxEntries,
  name: 'box-entry.void',
  columns: ['id', ...voided],
  blank: voided.map(() => null),
  isPart: true,
}

export const cashboxKinds: readonly Kind[] = [closingKind, handOverKind, cashMoveKind, boxEntryKind, boxEntryDateKind, boxEntryVoidKind]
