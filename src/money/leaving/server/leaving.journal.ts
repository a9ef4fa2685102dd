import type { Kind } from '#server/journal/kind.ts'

export const leavingKind: Kind = {
  name: 'leaving',
  table: 'leavings',
  label: 'Leaving',
  key: ['id'],
  columns: [
    ...['id', 'userId', 'lastDay', 'share', 'net', 'paymentId', 'refundId', 'enteredAt', 'enteredBy', 'enteredByName', 'clientId'],
    'clientDigest',
  ],
}
