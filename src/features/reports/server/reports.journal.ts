import type { Kind } from '#server/journal/kind.ts'

export const closingKind: Kind = {
  name: 'closing',
  table: 'closings',
  label: 'Closing',
  key: ['id'],
  named: 'day',
  columns: [
    ...['id', 'day', 'nth', 'openingFloat', 'cashIn', 'cashRefunds', 'cashVoids', 'expected', 'counted', 'handedTo', 'notes'],
    ...['closedBy', 'closedByName', 'closedAt', 'asOf', 'paidOut', 'otherIn'],
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
