import type { Tables } from '#server/db/tables.ts'
import type { Value } from './digest.ts'

type Row = Record<string, unknown>

/**
 * A part of a table that entries of the journal cover. A row has one entry for its constant values, and another each time one of
 * the others changes; values that can be computed from other rows have none, and a check computes them.
 */
export type Kind = {
  /** The name in the entries. Never renamed. */
  name: string
  table: keyof Tables
  /** The name of such a row in `npm run doctor`: "Payment". */
  label: string
  /** The columns of the reference. */
  key: readonly string[]
  /** The columns that the digest covers, in order. Never changed: a new column needs a new kind. */
  columns: readonly string[]
  /** The values of the columns after the key that need no entry. */
  blank?: readonly Value[]
  /** True if another kind covers the existence of the row. */
  isPart?: true
  /** The column by which people know the row, such as the number of a receipt. */
  named?: string
  /** The table that lists rows which Carrel itself deleted, by the same key. It has a kind of its own. */
  withdrawn?: keyof Tables
  /** The table and column that list rows whose entry is written later. */
  pending?: { table: keyof Tables; column: string }
  /** The values of the digest, if they are not the columns themselves. */
  valuesOf?: (row: never) => readonly Value[]
}

export const refOf = ({ key }: Kind, row: Row): string => key.map((column) => String(row[column])).join(' ')

export const valuesOf = ({ columns, valuesOf: own }: Kind, row: Row): readonly Value[] =>
  own ? own(row as never) : columns.map((column) => row[column] as Value)

/** Returns whether a row needs no entry of this kind. */
export const isBlank = ({ key, columns, blank }: Kind, row: Row): boolean =>
  blank !== undefined && columns.slice(key.length).every((column, at) => row[column] === blank[at])
