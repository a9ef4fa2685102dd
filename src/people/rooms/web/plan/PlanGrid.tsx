import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useWords } from '#web/words.ts'
import { roomsEn } from '../../rooms.en.ts'
import { inPlan, type Spot, seatAfter, sizeOf } from './places.ts'
import type { Plan } from './usePlan.ts'

/** The side of a spot, in rem: a target for a finger. */
const SIDE = 2.75

const css = (length: number): string => `${length * SIDE}rem`

type Dragged = { seat: number; to: Spot; isMoved: boolean }

/**
 * The plan of a room: its seats can be dragged by mouse, pen and finger. The grid is one stop of the Tab key; arrow keys go from seat to
 * seat, and Enter picks one up.
 */
export const PlanGrid = ({ plan }: { plan: Plan }) => {
  const words = useWords(roomsEn).editor
  const grid = useRef<HTMLElement>(null)
  const [stop, setStop] = useState<number>()
  const [dragged, setDragged] = useState<Dragged>()
  const { places, picked, nameOf } = plan
  const { columns, rows } = sizeOf(places)
  const entries = [...places].toSorted(([, one], [, other]) => one.y - other.y || one.x - other.x)
  const first = entries[0]?.[0]
  const stopAt = stop !== undefined && places.has(stop) ? stop : first

  const spotOf = ({ clientX, clientY }: PointerEvent): Spot => {
    const box = grid.current?.getBoundingClientRect()
    if (!box || box.width === 0) return { x: 0, y: 0 }
    const side = box.width / columns
    return inPlan({ x: Math.floor((clientX - box.left) / side), y: Math.floor((clientY - box.top) / side) })
  }
  const drag = (seat: number) => ({
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture?.(event.pointerId)
      setDragged({ seat, to: spotOf(event), isMoved: false })
    },
    onPointerMove: (event: PointerEvent) => {
      if (dragged?.seat !== seat) return
      const to = spotOf(event)
      if (to.x !== dragged.to.x || to.y !== dragged.to.y) setDragged({ seat, to, isMoved: true })
    },
    onPointerUp: () => {
      if (dragged?.isMoved) plan.moveTo(dragged.seat, dragged.to)
      setDragged(undefined)
    },
    onPointerCancel: () => setDragged(undefined),
  })
  const onKeyDown = (seat: number) => (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') plan.toggle(seat)
    else if (event.key === 'Escape' && picked !== undefined) plan.cancel()
    else if (!event.key.startsWith('Arrow')) return
    else if (picked !== undefined) plan.step(event.key)
    else {
      const next = seatAfter(event.key, places, seat)
      if (next !== undefined) grid.current?.querySelector<HTMLElement>(`[data-seat="${next}"]`)?.focus()
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="max-w-full overflow-auto rounded-lg border border-line bg-seat-floor p-2">
      <section
        ref={grid}
        aria-label={words.grid}
        className="relative [background-image:radial-gradient(var(--color-line-strong)_1px,transparent_1px)]"
        style={{ width: css(columns), height: css(rows), backgroundSize: `${SIDE}rem ${SIDE}rem` }}
      >
        {entries.map(([seat, own]) => {
          const isDragged = dragged?.seat === seat
          const at = isDragged ? dragged.to : own
          return (
            <button
              key={seat}
              type="button"
              data-seat={seat}
              tabIndex={seat === stopAt ? 0 : -1}
              aria-label={words.seat(nameOf(seat), at.x + 1, at.y + 1)}
              aria-pressed={picked === seat}
              onFocus={() => setStop(seat)}
              onKeyDown={onKeyDown(seat)}
              {...drag(seat)}
              className={`absolute touch-none cursor-grab truncate rounded border border-line-strong bg-seat-taken p-0.5 text-xs tabular-nums ${picked === seat || isDragged ? 'z-10 cursor-grabbing border-primary-text bg-primary-soft shadow-lg' : ''}`}
              style={{ left: css(at.x + 0.04), top: css(at.y + 0.04), width: css(0.92), height: css(0.92) }}
            >
              {nameOf(seat)}
            </button>
          )
        })}
      </section>
    </div>
  )
}
