import type { Kind } from './kind.ts'

/** Whether the next receipt number waits for somebody to look at the last one on paper. A restore writes it as well as the fees. */
export const receiptBookKind: Kind = {
  name: 'receipt-book',
  table: 'receiptBook',
  label: 'Receipt book',
  key: ['id'],
  columns: ['id', 'checkNeededSince'],
  blank: [null],
}
