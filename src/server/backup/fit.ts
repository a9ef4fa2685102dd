import { isDiskFull, isUnavailable } from '../db/violations.ts'
import { rowsEntryOf } from './entries.ts'
import type { ArchivedTable } from './manifest.ts'
import type { TableShape } from './rows.ts'
import { BrokenArchiveError } from './tar.ts'

/** Throws a `BrokenArchiveError` unless the archive has the tables of a database of its age, with their columns and no others. */
export const assertTablesFit = (tables: readonly ArchivedTable[], shapes: readonly TableShape[]): void => {
  const known = new Map(shapes.map((shape) => [shape.name, new Set(shape.columns)]))
  for (const { name, columns } of tables) {
    const own = known.get(name)
    if (!own) throw new BrokenArchiveError(`its file "${rowsEntryOf(name)}" is of a table that Carrel does not have`)
    const said = new Set(columns)
    const other = columns.find((column) => !own.has(column)) ?? [...own].find((column) => !said.has(column))
    if (other !== undefined || said.size !== columns.length)
      throw new BrokenArchiveError(`its file "${rowsEntryOf(name)}" has other columns than the table${other ? `: ${other}` : ''}`)
    known.delete(name)
  }
  const [missing] = known.keys()
  if (missing !== undefined) throw new BrokenArchiveError(`its file "${rowsEntryOf(missing)}" is missing`)
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')

/** Attributes a failure while rows are read or stored to the rows, unless the disk is full or the database away. */
export const inRows = (table: string, error: unknown): Error => {
  if (error instanceof BrokenArchiveError || isDiskFull(error) || isUnavailable(error)) return error as Error
  return new BrokenArchiveError(`its file "${rowsEntryOf(table)}" has rows that cannot be stored (${reasonOf(error)})`, { cause: error })
}

/** The same for steps after all rows are stored. */
export const inAllRows = (error: unknown): Error => {
  if (error instanceof BrokenArchiveError || isDiskFull(error) || isUnavailable(error)) return error as Error
  return new BrokenArchiveError(`its rows do not fit together (${reasonOf(error)})`, { cause: error })
}
