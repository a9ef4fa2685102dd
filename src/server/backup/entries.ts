import { MANIFEST, type Manifest } from './manifest.ts'
import { isArchived } from './rows.ts'
import { BrokenArchiveError, type TarEntry } from './tar.ts'

export const entryOf = (sha256: string): string => `files/${sha256}`
export const rowsEntryOf = (table: string): string => `rows/${table}.gz`

/** Returns the content whose entry has this name; undefined for any other name. */
export const contentIn = (name: string): string | undefined => /^files\/([0-9a-f]{64})$/.exec(name)?.[1]

/**
 * Throws a `BrokenArchiveError` unless there is one entry for each table, and nothing else but contents. A repacked archive can
 * have correct hashes, so its names are validated too: unpacked files are named by them.
 */
export const assertEntries = ({ tables, withFiles }: Manifest, found: readonly TarEntry[]): void => {
  const seen = new Set<string>()
  const ofTables = new Set(tables.map(({ name }) => rowsEntryOf(name)))
  if (ofTables.size < tables.length) throw new BrokenArchiveError(`its file "${MANIFEST}" names a table twice`)
  for (const { name } of found) {
    if (seen.has(name)) throw new BrokenArchiveError(`its file "${name}" is in it twice`)
    seen.add(name)
    if (!ofTables.has(name) && !(withFiles && contentIn(name) !== undefined))
      throw new BrokenArchiveError(`its file "${name}" does not belong in a backup`)
  }
  for (const { name } of tables) {
    if (!isArchived(name)) throw new BrokenArchiveError(`its file "${rowsEntryOf(name)}" does not belong in a backup`)
    if (!seen.has(rowsEntryOf(name))) throw new BrokenArchiveError(`its file "${rowsEntryOf(name)}" is missing`)
  }
}
