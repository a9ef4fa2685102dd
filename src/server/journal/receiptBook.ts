import type { Kind } from './kind.ts'

/** Whether receipt numbers wait until a person has checked the last one on paper. Restores and the fees write it. */
export const receiptBookKind: Kind = {
  name: 'receipt-book',
  table: 'receiptBook',
  label: 'Receipt book',
  key: ['id'],
  columns: ['id', 'checkNeededSince'],
  blank: [null],
}
