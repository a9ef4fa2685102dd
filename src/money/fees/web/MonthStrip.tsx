import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import { useWords } from '#web/words.ts'
import { monthsEn } from '../fees.months.en.ts'
import type { MonthMark } from '../fees.shapes.contract.ts'

const SIZE = 16
const STEP = SIZE + 3
const stripWidth = (months: number): number => months * STEP - 3

const tones: Record<MonthMark['state'], string> = {
  paid: 'text-primary-fill',
  part: 'text-primary-fill',
  due: 'text-error-text',
  none: 'text-line-strong',
}

/** Filled if paid, half filled if paid in part, an outline if due, dotted without a fee. Drawn, so that it prints as on the screen. */
const Square = ({ state, at, isChosen }: { state: MonthMark['state']; at: number; isChosen: boolean }) => (
  <g data-month={state} className={tones[state]} transform={`translate(${at * STEP} 0)`}>
    {state === 'paid' ? (
      <rect width={SIZE} height={SIZE} rx="3" fill="currentColor" />
    ) : (
      <rect
        x="0.75"
        y="0.75"
        width={SIZE - 1.5}
        height={SIZE - 1.5}
        rx="2.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeDasharray={state === 'none' ? '0.1 3.05' : undefined}
      />
    )}
    {state === 'part' && <path d="M0 8h16v5a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3Z" fill="currentColor" />}
    {isChosen && <path d={`M2 ${SIZE + 3}h${SIZE - 4}`} stroke="currentColor" strokeWidth="2" strokeLinecap="round" className="text-ink" />}
  </g>
)

const moves: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
}

/** Returns which month the label names: the last one, until a finger, the pointer or an arrow key chooses another. */
const useChosen = (last: number) => {
  const [chosen, setChosen] = useState<number>()
  const choose = (at: number) => setChosen(Math.min(Math.max(at, 0), last))
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const squares = currentTarget.querySelector('svg')?.getBoundingClientRect()
    // Narrow places draw the strip smaller.
    if (squares) choose(Math.floor(((clientX - squares.left) / (squares.width || stripWidth(last + 1))) * (last + 1)))
  }
  return {
    chosen,
    at: chosen ?? last,
    props: {
      onPointerDown: follow,
      onPointerMove: follow,
      onPointerLeave: () => setChosen(undefined),
      onBlur: () => setChosen(undefined),
      onKeyDown: (event: KeyboardEvent) => {
        const move = moves[event.key]
        if (!move) return
        event.preventDefault()
        choose(move(chosen ?? last, last))
      },
    },
  }
}

/**
 * The fees of twelve months at a glance. It is one target, whose label follows the finger or the arrow keys; screen readers also get
 * all months as one text. On paper the label is the range of the months.
 */
export const MonthStrip = ({ months }: { months: readonly MonthMark[] }) => {
  const words = useWords(monthsEn)
  const id = useId()
  const { chosen, at, props } = useChosen(months.length - 1)
  const shown = months[at]
  if (!shown) return null
  return (
    <div className="w-fit max-w-full print:my-2">
      <div
        role="slider"
        tabIndex={0}
        aria-label={words.label}
        aria-describedby={id}
        aria-valuemin={1}
        aria-valuemax={months.length}
        aria-valuenow={at + 1}
        aria-valuetext={words.mark(shown)}
        {...props}
        className="flex h-11 min-h-fit w-fit max-w-full touch-pan-y select-none flex-col justify-center rounded-lg"
      >
        <svg
          aria-hidden="true"
          width={stripWidth(months.length)}
          viewBox={`0 0 ${stripWidth(months.length)} ${SIZE}`}
          className="max-w-full shrink-0 overflow-visible"
        >
          {months.map(({ year, month, state }, index) => (
            <Square key={`${year}-${month}`} state={state} at={index} isChosen={index === chosen} />
          ))}
        </svg>
        <span aria-hidden="true" className="mt-1.5 text-muted text-xs tabular-nums print:hidden">
          {words.mark(shown)}
        </span>
        <span aria-hidden="true" className="mt-1.5 hidden text-xs print:block">
          {words.rangeOf(months)}
        </span>
      </div>
      <p id={id} className="sr-only">
        {months.map(words.mark).join('; ')}
      </p>
    </div>
  )
}
