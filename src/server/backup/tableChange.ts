import type { ArchivedTable } from './manifest.ts'
import type { KeyColumn } from './rows.ts'

/** A change of one table: rows are removed by their keys, or all of them, and then others are added. */
export type TableChange = {
  /** Its columns, and the number of rows that are added. */
  table: ArchivedTable
  key: readonly KeyColumn[]
  removed: readonly (readonly string[])[] | 'all'
  /** The rows that are added, as `copyText.ts` describes them. */
  lines: () => AsyncIterable<Buffer>
}
