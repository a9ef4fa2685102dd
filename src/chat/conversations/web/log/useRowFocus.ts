import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { Row } from '../client/chatClient.ts'

type Focusing = { rows: readonly Row[]; scroller: HTMLElement | null; scrollTo: (index: number) => void; toEnd: () => void }

const rowAt = (scroller: HTMLElement | null, index: number) => scroller?.querySelector<HTMLElement>(`[data-index="${index}"] article`)

/**
 * Moves the focus between messages with arrow keys, Home and End. One message is the tab stop, and it stays rendered while it has
 * the focus.
 */
export const useRowFocus = ({ rows, scroller, scrollTo, toEnd }: Focusing) => {
  const [key, setKey] = useState<string>()
  const wanted = useRef<string>(undefined)
  const found = rows.findIndex((row) => row.key === key)
  const current = found === -1 ? rows.length - 1 : found

  useEffect(() => {
    if (wanted.current === undefined) return
    const row = rowAt(
      scroller,
      rows.findIndex((each) => each.key === wanted.current),
    )
    if (!row) return
    wanted.current = undefined
    row.focus({ preventScroll: true })
  })

  const goTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (!row) return
    wanted.current = row.key
    setKey(row.key)
    scrollTo(rows.indexOf(row))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (target !== event.currentTarget && target.tagName !== 'ARTICLE') return
    const to = new Map([
      ['ArrowUp', current - 1],
      ['ArrowDown', current + 1],
      ['Home', 0],
      ['End', rows.length - 1],
    ]).get(event.key)
    if (to === undefined) return
    event.preventDefault()
    goTo(to)
    if (event.key === 'End') toEnd()
  }
  const onFocus = (event: FocusEvent) => {
    const index = Number((event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index)
    const row = rows[index]
    if (row) setKey(row.key)
  }
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range)
      if (found === -1 || shown.includes(found)) return shown
      return [...shown, found].toSorted((one, other) => one - other)
    },
    [found],
  )
  return { current, onKeyDown, onFocus, rangeExtractor }
}
