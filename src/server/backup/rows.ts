/** Returns whether a table is ours, by its name in the database. Search indexes are rebuilt from the texts instead. */
export const isArchived = (table: string): boolean => table !== 'migrations' && !table.startsWith('search_') && !table.startsWith('sqlite_')

export type TableShape = { name: string; columns: readonly string[] }

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
  lines: (table: TableShape) => AsyncIterable<Buffer>
  close: () => Promise<void>
}
