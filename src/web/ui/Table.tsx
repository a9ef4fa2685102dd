// biome-ignore-all lint/a11y/noRedundantRoles: cards take the table layout away, and some browsers the roles with it.
import type { ReactNode } from 'react'

export type Column<T> = {
  key: string
  /** The heading; in a card it stands before the value. */
  title: string
  cell: (row: T) => ReactNode
  /** Figures stand at the right, in digits of one width. */
  numeric?: boolean
  /** What a card is called: shown first and without its heading. */
  isMain?: boolean
  /** Buttons: without heading in a card. */
  isActions?: boolean
}

type TableProps<T> = { label: string; columns: readonly Column<T>[]; rows: readonly T[]; rowKey: (row: T) => string }

const align = (column: { numeric?: boolean; isActions?: boolean }): string => {
  if (column.isActions) return 'text-right max-md:text-left'
  return column.numeric ? 'text-right tabular-nums max-md:text-left' : 'text-left'
}

/** A table; at 768 px and below each row becomes a card. */
export const Table = <T,>({ label, columns, rows, rowKey }: TableProps<T>) => (
  <table role="table" aria-label={label} className="w-full border-collapse max-md:block">
    <thead role="rowgroup" className="max-md:sr-only">
      <tr role="row">
        {columns.map((column) => (
          <th
            key={column.key}
            role="columnheader"
            scope="col"
            className={`border-line border-b px-4 py-2 font-medium text-muted text-sm ${align(column)}`}
          >
            {column.isActions ? <span className="sr-only">{column.title}</span> : column.title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup" className="max-md:flex max-md:flex-col max-md:gap-3">
      {rows.map((row) => (
        <tr
          key={rowKey(row)}
          role="row"
          className="transition-colors duration-150 hover:bg-hover max-md:flex max-md:flex-col max-md:gap-2 max-md:rounded-lg max-md:border max-md:border-line max-md:bg-surface max-md:p-4"
        >
          {columns.map((column) => (
            <td
              key={column.key}
              role="cell"
              className={`wrap-anywhere border-line md:border-b md:px-4 md:py-3 md:align-middle ${align(column)} ${column.isMain || column.isActions ? '' : 'max-md:flex max-md:flex-wrap max-md:justify-between max-md:gap-x-4'}`}
            >
              {!column.isMain && !column.isActions && (
                <span aria-hidden="true" className="shrink-0 text-muted text-sm md:hidden">
                  {column.title}
                </span>
              )}
              {column.cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
