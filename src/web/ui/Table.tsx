// biome-ignore-all lint/a11y/noRedundantRoles: cards remove the table layout, and some browsers the roles with it.
// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: a gap has nothing that could be focused.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: a row that can be pressed has a link for keyboards in its main cell.
// biome-ignore-all lint/a11y/noNoninteractiveElementInteractions: the same.
import { type MouseEvent, memo, type ReactNode, type Ref } from 'react'
import { useIsNarrow } from '../shell/useIsNarrow.ts'
import { useLongRows } from './useLongRows.ts'

export type Column<T> = {
  key: string
  /** The heading; in a card it is before the value. */
  title: string
  cell: (row: T) => ReactNode
  /** Figures are right-aligned, in digits of one width. */
  numeric?: boolean
  /** The title of a card: shown first and without its heading. */
  isMain?: boolean
  /** Buttons: without heading in a card. */
  isActions?: boolean
  /** Shown in a card without its heading and beside the others of its kind, `last` after them; left out if its cell is `Absent`. */
  isInline?: boolean | 'last'
  /** A class for its place in a card, instead of the usual one. */
  card?: string
  /** Shown from 1024 px, `widest` from 1280 px, and not while a panel stands beside the page; in a card only if it is inline. */
  isWide?: boolean | 'widest'
  /** Gives up its room while a panel stands beside the page. */
  yields?: boolean
  /** A class for the usual width, `columns:w-[15%]`, so that columns do not jump as other rows come into view. */
  width?: string
}

type TableProps<T> = {
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  /** The number of rows, if not all of them are loaded yet. */
  total?: number | undefined
  /**
   * A press anywhere on the row, for which its main cell must have a link or a button too. Keep the function stable: rows are
   * rendered again for another.
   */
  onRowPress?: ((row: T) => void) | undefined
  /** Whether a row is of what is open beside the table, and so is marked. */
  isCurrent?: ((row: T) => boolean) | undefined
}

/** A short table is rendered fully; a longer one only has the visible rows. */
const shortTable = 60
const usualHeights = { row: 49, card: 73 }

const align = (column: { numeric?: boolean; isActions?: boolean }): string => {
  if (column.isActions) return 'text-right cards:text-left'
  return column.numeric ? 'text-right tabular-nums columns:wrap-normal cards:text-left' : 'text-left'
}

/**
 * A table; in the mobile layout, and if it has too little room for its columns, each row becomes a card. Thousands of rows scroll
 * as easily as ten.
 */
export const Table = <T,>({ total, ...props }: TableProps<T>) => {
  const { label, columns, rows } = props
  const isLong = rows.length > shortTable
  return (
    <div className="-mx-3 @container">
      <table
        role="table"
        aria-label={label}
        // The heading is a row too.
        {...((isLong || total !== undefined) && { 'aria-rowcount': (total ?? rows.length) + 1 })}
        className="w-full border-collapse cards:block"
      >
        <thead role="rowgroup" className="cards:sr-only">
          <tr role="row" {...(isLong && { 'aria-rowindex': 1 })}>
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                className={`h-9 border-line border-b px-3 font-medium text-muted text-sm ${align(column)} ${column.width ?? ''} ${hiding(column)}`}
              >
                {column.isActions ? <span className="sr-only">{column.title}</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        {isLong ? <LongBody {...props} /> : <ShortBody {...props} />}
      </table>
    </div>
  )
}

const ShortBody = <T,>({ columns, rows, rowKey, onRowPress, isCurrent }: TableProps<T>) => (
  <tbody role="rowgroup" className="cards:block">
    {rows.map((row) => (
      <Row key={rowKey(row)} columns={columns} row={row} onRowPress={onRowPress} isCurrent={isCurrent?.(row) ?? false} />
    ))}
  </tbody>
)

const LongBody = <T,>({ columns, rows, rowKey, onRowPress, isCurrent }: TableProps<T>) => {
  const isNarrow = useIsNarrow()
  const keyOf = (index: number): string => {
    const row = rows[index]
    return row === undefined ? String(index) : rowKey(row)
  }
  const { list, shown, before, after, measure } = useLongRows<HTMLTableSectionElement, HTMLTableRowElement>({
    count: rows.length,
    keyOf,
    usualHeight: isNarrow ? usualHeights.card : usualHeights.row,
  })
  return (
    <tbody ref={list} role="rowgroup" className="cards:block">
      <Gap height={before} columns={columns.length} />
      {shown.map((index) => {
        const row = rows[index]
        return (
          row !== undefined && (
            <Row
              key={keyOf(index)}
              columns={columns}
              row={row}
              index={index}
              measure={measure}
              onRowPress={onRowPress}
              isCurrent={isCurrent?.(row) ?? false}
            />
          )
        )
      })}
      <Gap height={after} columns={columns.length} />
    </tbody>
  )
}

/** Replaces the rows that are not visible. */
const Gap = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 && (
    <tr aria-hidden="true" className="cards:block">
      <td colSpan={columns} className="p-0 cards:block" style={{ height }} />
    </tr>
  )

type RowProps<T> = Pick<TableProps<T>, 'columns' | 'onRowPress'> & {
  row: T
  isCurrent: boolean
  index?: number
  measure?: Ref<HTMLTableRowElement>
}

/** Returns false for a press on a control within the row, and for the end of a text selection. */
const isForRow = ({ target }: MouseEvent): boolean =>
  target instanceof Element &&
  !target.closest('a, button, input, label, select, [role=slider]') &&
  window.getSelection()?.isCollapsed !== false

const cardLayout = <T,>(columns: readonly Column<T>[]): string =>
  columns.some(({ isInline }) => isInline) ? 'cards:flex-wrap cards:items-center cards:gap-x-2 cards:gap-y-1' : 'cards:flex-col cards:gap-2'

const inCard = <T,>({ isMain, isActions, isInline, card }: Column<T>): string => {
  if (card) return card
  if (isMain) return 'cards:w-full'
  if (isActions) return 'cards:order-2 cards:ml-auto'
  if (isInline) return `cards:has-data-absent:hidden ${isInline === 'last' ? 'cards:order-1' : ''}`
  return 'cards:flex cards:w-full cards:flex-wrap cards:justify-between cards:gap-x-4'
}

/** For columns that not every width has room for, or paper no use. */
const hiding = <T,>({ yields, isWide, isInline, isActions }: Column<T>): string => {
  if (isActions) return 'print:hidden'
  if (isWide)
    return `columns:max-wide:hidden columns:beside:hidden ${isWide === 'widest' ? 'columns:max-[1280px]:hidden' : ''} ${isInline ? '' : 'cards:hidden'}`
  return yields ? 'beside:hidden' : ''
}

/** A bar at the start, which is seen without colours too. */
const currentRow = 'bg-primary-soft! shadow-[inset_3px_0_0_var(--color-primary-text)]'

const PlainRow = <T,>({ columns, row, index, measure, onRowPress, isCurrent }: RowProps<T>) => (
  <tr
    ref={measure}
    role="row"
    {...(index !== undefined && { 'data-index': index, 'aria-rowindex': index + 2 })}
    {...(isCurrent && { 'aria-current': true })}
    {...(onRowPress && { onClick: (event: MouseEvent) => isForRow(event) && onRowPress(row) })}
    className={`transition-colors duration-150 hover:bg-hover cards:relative cards:flex cards:min-h-14 cards:border-line cards:border-b cards:px-3 cards:py-2 ${cardLayout(columns)} ${onRowPress ? 'cursor-pointer' : ''} ${isCurrent ? currentRow : ''}`}
  >
    {columns.map((column) => (
      <td
        key={column.key}
        role="cell"
        className={`wrap-anywhere border-line columns:h-12 columns:border-b columns:px-3 columns:py-1 columns:align-middle ${align(column)} ${inCard(column)} ${hiding(column)}`}
      >
        {!column.isMain && !column.isActions && !column.isInline && (
          <span aria-hidden="true" className="text-muted text-sm columns:hidden">
            {column.title}
          </span>
        )}
        {column.cell(row)}
      </td>
    ))}
  </tr>
)

/** The content of an empty cell; `said` is announced instead of the dash. */
export const Absent = ({ said }: { said: string }) => (
  <span data-absent className="text-muted">
    <span aria-hidden="true">—</span>
    <span className="sr-only">{said}</span>
  </span>
)

/** Scrolling renders the table again at every step; an unchanged row in unchanged columns is skipped. */
const Row = memo(PlainRow) as typeof PlainRow
