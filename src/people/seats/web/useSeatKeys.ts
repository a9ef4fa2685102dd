import { type KeyboardEvent, useRef, useState } from 'react'
import type { Slot } from '#contract/terms.ts'
import { useKeptFocus } from '#web/ui/useKeptFocus.ts'
import { type Place, placeAfter } from './placeAfter.ts'

/** Returns the line that each seat is in: a line begins where a seat is lower than the one before it. */
const linesOf = (tiles: readonly HTMLElement[]): number[] => {
  const tops = tiles.map((tile) => Math.round(tile.getBoundingClientRect().top))
  let line = 0
  return tops.map((top, at) => (at > 0 && top > (tops[at - 1] ?? top) ? ++line : line))
}

/** Returns the place itself or, if it no longer exists, the nearest one. */
const nearest = (rows: readonly (readonly Slot[])[], { seat, half }: Place): Place => {
  const found = rows[seat] ? seat : Math.max(0, rows.length - 1)
  const places = rows[found] ?? []
  return { seat: found, half: places.includes(half) ? half : (places[0] ?? half) }
}

/** Makes the map one Tab stop. Arrow keys move between places in their visual order, Home and End to the first and the last seat. */
export const useSeatKeys = (rows: readonly (readonly Slot[])[]) => {
  const [wanted, setWanted] = useState<Place>({ seat: 0, half: 'morning' })
  const at = nearest(rows, wanted)

  const map = useRef<HTMLTableElement>(null)

  return {
    map,
    at,
    setAt: setWanted,
    /** For the table: keeps the focus on a seat whose places change, for example to a full day. */
    kept: useKeptFocus<HTMLTableElement>((gone) => {
      const seat = gone.getAttribute('data-seat')
      return seat === null ? null : (map.current?.querySelector<HTMLElement>(`[data-seat="${seat}"]`) ?? null)
    }),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const tiles = [...(map.current?.querySelectorAll<HTMLElement>('tbody > tr') ?? [])]
      const next = placeAfter(event.key, at, { rows, lines: linesOf(tiles) })
      if (!next) return
      event.preventDefault()
      tiles[next.seat]?.querySelector<HTMLElement>(`[data-half="${next.half}"]`)?.focus()
    },
  }
}
