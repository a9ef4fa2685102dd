import { type KeyboardEvent, useRef, useState } from 'react'
import { useKeptFocus } from '#web/ui/useKeptFocus.ts'
import { type HalfOfDay, type Place, placeAfter } from './seats.ts'

/** How many seats stand beside each other. */
const columnsOf = (rows: readonly HTMLElement[]): number => rows.filter((row) => row.offsetTop === rows[0]?.offsetTop).length || 1

/** The place itself or, where it is not there any more, the one that is nearest to it. */
const nearest = (rows: readonly (readonly HalfOfDay[])[], { seat, half }: Place): Place => {
  const found = rows[seat] ? seat : Math.max(0, rows.length - 1)
  const places = rows[found] ?? []
  return { seat: found, half: places.includes(half) ? half : (places[0] ?? half) }
}

/** The map is one stop of the Tab key; arrow keys go from place to place as the eye does, Home and End to the first and the last seat. */
export const useSeatKeys = (rows: readonly (readonly HalfOfDay[])[]) => {
  const map = useRef<HTMLTableSectionElement>(null)
  const [wanted, setWanted] = useState<Place>({ seat: 0, half: 'morning' })
  const at = nearest(rows, wanted)

  return {
    map,
    at,
    setAt: setWanted,
    /** For the table: where a place becomes another one, as when someone gets the whole day, the focus stays at its seat. */
    kept: useKeptFocus<HTMLTableElement>((gone) => {
      const seat = gone.getAttribute('data-seat')
      return seat === null ? null : (map.current?.querySelector<HTMLElement>(`[data-seat="${seat}"]`) ?? null)
    }),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const tiles = [...(map.current?.rows ?? [])]
      const next = placeAfter(event.key, at, { rows, columns: columnsOf(tiles) })
      if (!next) return
      event.preventDefault()
      tiles[next.seat]?.querySelector<HTMLElement>(`[data-half="${next.half}"]`)?.focus()
    },
  }
}
