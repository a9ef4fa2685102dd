import type { Tables } from '#server/db/tables.ts'
import type { Value } from './digest.ts'

type Row = Record<string, unknown>

/**
 * A part of a table that entries of the journal cover. A row has one entry for what never changes of it, and another entry each
 * time something else of it changes; what can be computed from other rows has none, and a check computes it.
 */
export type Kind = {
  /** As the entries have it. Never renamed. */
  name: string
  table: keyof Tables
  /** How `npm run doctor` names such a row: "Payment". */
  label: string
  /** The columns that the reference is made of. */
  key: readonly string[]
  /** The columns that the digest covers, in their order. Never changed: a new column belongs to a new kind. */
  columns: readonly string[]
  /** The values of the columns behind the key for which there need not be an entry. */
  blank?: readonly Value[]
  /** Another kind covers the existence of the row. */
  isPart?: true
  /** The column by which people know the row, such as the number of a receipt. */
  named?: string
  /** The table and column that list rows whose entry is written later. */
  pending?: { table: keyof Tables; column: string }
  /** What the digest is made of, where it is not the columns as they are. */
  valuesOf?: (row: never) => readonly Value[]
}

export const refOf = ({ key }: Kind, row: Row): string => key.map((column) => String(row[column])).join(' ')

export const valuesOf = ({ columns, valuesOf: own }: Kind, row: Row): readonly Value[] =>
  own ? own(row as never) : columns.map((column) => row[column] as Value)

/** Whether a row needs no entry of this kind. */
export const isBlank = ({ key, columns, blank }: Kind, row: Row): boolean =>
  blank !== undefined && columns.slice(key.length).every((column, at) => row[column] === blank[at])
