import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useIsPrinted } from './useIsPrinted.ts'

/** Returns how far an element is below the top of the page, also while the content above it changes. */
const useOffset = (element: RefObject<HTMLElement | null>): number => {
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const top = element.current?.getBoundingClientRect().top
      if (top !== undefined) setOffset(Math.round(top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return offset
}

type Rows = { count: number; keyOf: (index: number) => string; usualHeight: number; gap?: number }

/**
 * Renders only the visible rows, while the page scrolls as if all of them were there. `before` and `after` are the heights in
 * pixels of the omitted rows. Each row needs `ref={measure}` and `data-index`. Paper has all rows.
 */
export const useLongRows = <List extends HTMLElement, Row extends HTMLElement>({ count, keyOf, usualHeight, gap = 0 }: Rows) => {
  const list = useRef<List>(null)
  const offset = useOffset(list)
  const virtualizer = useWindowVirtualizer<Row>({
    count,
    estimateSize: () => usualHeight,
    getItemKey: keyOf,
    gap,
    overscan: 10,
    scrollMargin: offset,
  })
  const items = virtualizer.getVirtualItems()
  if (useIsPrinted())
    return { list, shown: Array.from({ length: count }, (_, index) => index), before: 0, after: 0, measure: virtualizer.measureElement }
  const [first, last] = [items[0], items.at(-1)]
  return {
    list,
    shown: items.map(({ index }) => index),
    before: first ? first.start - offset : 0,
    after: virtualizer.getTotalSize() - (last ? last.end - offset : 0),
    measure: virtualizer.measureElement,
  }
}
