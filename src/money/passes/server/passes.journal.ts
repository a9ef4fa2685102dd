import type { Kind } from '#server/journal/kind.ts'

export const passKind: Kind = {
  name: 'day-pass',
  table: 'dayPasses',
  label: 'Day pass',
  key: ['id'],
  columns: [
    ...['id', 'visitorId', 'day', 'slot', 'shiftName', 'starts', 'ends', 'seatNumber', 'paymentId', 'price', 'amount', 'reason'],
    ...['soldAt', 'soldBy', 'soldByName'],
  ],
}
