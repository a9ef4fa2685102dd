/**
 * Returns whether a table has data of ours, by its name in the database. What nodes store for each other for a minute belongs to none,
 * and search indexes are rebuilt from the texts.
 */
export const isArchived = (table: string): boolean =>
  !['migrations', 'program_state', 'node_messages', 'limit_counts'].includes(table) &&
  !table.startsWith('search_') &&
  !table.startsWith('sqlite_')

export type TableShape = { name: string; columns: readonly string[] }

/** A column of a primary key. */
export type KeyColumn = { name: string; isNumber: boolean }

/** Everything in a database at one moment, while others go on writing. */
export type Snapshot = {
  dialect: 'sqlite' | 'postgres'
  migrations: readonly string[]
  tables: readonly TableShape[]
  /** The verification code of the newest entry of the journal; absent if the database predates the journal. */
  head?: string
  /** The stored contents that the database names. */
  contents: readonly { sha256: string; size: number }[]
  /** The lines of one table, as `copyText.ts` describes them. */
  lines: (table: TableShape, orderedBy?: readonly KeyColumn[]) => AsyncIterable<Buffer>
  /** The primary key of a table. */
  keyOf: (table: string) => Promise<readonly KeyColumn[]>
  close: () => Promise<void>
}
