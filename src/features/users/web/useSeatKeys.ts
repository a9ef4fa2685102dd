import { type KeyboardEvent, useRef, useState } from 'react'
import { type HalfOfDay, type Place, placeAfter } from './seats.ts'

/** How many seats stand beside each other. */
const columnsOf = (rows: readonly HTMLElement[]): number => rows.filter((row) => row.offsetTop === rows[0]?.offsetTop).length || 1

/** The map is one stop of the Tab key; arrow keys go from place to place as the eye does, Home and End to the first and the last seat. */
export const useSeatKeys = (count: number) => {
  const map = useRef<HTMLTableSectionElement>(null)
  const [at, setAt] = useState<Place>({ seat: 0, half: 'morning' })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const rows = [...(map.current?.rows ?? [])]
    const next = placeAfter(event.key, at, { count, columns: columnsOf(rows) })
    if (!next) return
    event.preventDefault()
    rows[next.seat]?.querySelector<HTMLElement>(`[data-half="${next.half}"]`)?.focus()
  }

  return {
    map,
    onKeyDown,
    /** For the button of a place. */
    place: (seat: number, half: HalfOfDay) => ({
      'data-half': half,
      tabIndex: at.seat === seat && at.half === half ? 0 : -1,
      onFocus: () => setAt({ seat, half }),
    }),
  }
}
