import type { ReactNode } from 'react'
import { useLongRows } from './useLongRows.ts'

/** A short list is rendered fully; a longer one only has the visible rows. */
const shortList = 60

type Props<T> = {
  items: readonly T[]
  label: string
  keyOf: (item: T) => string
  row: (item: T) => ReactNode
  /** The height of most rows, in pixels. */
  usualHeight: number
}

const LongList = <T,>({ items, label, keyOf, row, usualHeight }: Props<T>) => {
  const { list, shown, before, after, measure } = useLongRows<HTMLUListElement, HTMLLIElement>({
    count: items.length,
    keyOf: (index) => (items[index] === undefined ? String(index) : keyOf(items[index])),
    usualHeight,
  })
  return (
    <ul ref={list} aria-label={label} style={{ paddingTop: before, paddingBottom: after }}>
      {shown.map((index) => {
        const item = items[index]
        return (
          item !== undefined && (
            <li key={keyOf(item)} ref={measure} data-index={index} aria-setsize={items.length} aria-posinset={index + 1}>
              {row(item)}
            </li>
          )
        )
      })}
    </ul>
  )
}

/** A list that may be long: only the visible rows are in the page. */
export const RowList = <T,>(props: Props<T>) => {
  const { items, label, keyOf, row } = props
  if (items.length === 0) return null
  if (items.length > shortList) return <LongList {...props} />
  return (
    <ul aria-label={label}>
      {items.map((item) => (
        <li key={keyOf(item)}>{row(item)}</li>
      ))}
    </ul>
  )
}
