import { useShiftName } from '#system/customization/web/customization.queries.ts'
import { today } from '#web/api/timeZone.ts'
import { useWords } from '#web/words.ts'
import { seatsEn } from '../seats.en.ts'
import { seatLooks } from './SeatLegend.tsx'
import { isFree, type Mover, type SeatPlace, stateOf } from './seats.ts'

type Props = {
  seatNumber: number
  place: SeatPlace
  isStop: boolean
  /** The person being moved. */
  mover: Mover | undefined
  /** True if the panel of this person is open. */
  isOpen: boolean
  /** True if a press on a free place opens the form. */
  mayAdd: boolean
  onPress: () => void
  onFocus: () => void
}

/** Returns the second line of the place, the text for screen readers before and after it, and the tooltip. */
const useTexts = ({ seatNumber, place: { slot, held }, mover, mayAdd }: Props) => {
  const { place, names } = useWords(seatsEn)
  const nameOf = useShiftName()
  const now = today()
  const end = held?.terminationDate
  const state = stateOf(held, now)
  const detail = !held
    ? place.free
    : !end
      ? place.noEnd
      : state === 'kept'
        ? place.expired(end, now)
        : (state === 'ending' ? place.ends : place.until)(end, now)
  const before = names.place(seatNumber, nameOf(slot))
  const title = [before, ...(state === 'kept' ? [detail, '·', held?.name] : [held?.name, detail])].filter(Boolean).join(' ')
  const after = mover
    ? held?.userId === mover._id
      ? names.moving
      : (isFree(held) ? names.move : names.exchange)(mover.name)
    : held || !mayAdd
      ? ''
      : names.add
  return { detail, before, after, title }
}

/** One place. A press on a free place adds a person; a press on a taken one shows its holder. */
export const SeatCell = (props: Props) => {
  const { seatNumber, place, isStop, mover, isOpen, mayAdd, onPress, onFocus } = props
  const { half, held } = place
  const { detail, before, after, title } = useTexts(props)
  const state = stateOf(held, today())
  const { Mark, look } = seatLooks[state]
  const mark = <Mark aria-hidden="true" className="size-3 shrink-0" />
  const when = (
    <span className="order-2 flex w-full min-w-0 items-center gap-1 text-xs leading-[1.35]">
      {/* The longest text has the line to itself. */}
      {state !== 'kept' && mark}
      <span className="truncate">{detail}</span>
    </span>
  )
  const isMoving = mover !== undefined && held?.userId === mover._id
  return (
    <button
      type="button"
      data-seat={seatNumber}
      data-half={half}
      {...(held && { 'data-person': held.userId })}
      {...(isOpen && { 'aria-current': true })}
      tabIndex={isStop ? 0 : -1}
      title={title}
      // Not `disabled`, so that the arrow keys can reach it.
      aria-disabled={!held && !mayAdd}
      onFocus={onFocus}
      onClick={onPress}
      className={`flex min-h-12 w-full min-w-0 cursor-pointer flex-col justify-center rounded px-1 text-left transition-colors duration-150 ${look} ${isMoving ? 'outline-2 outline-primary-text outline-dashed' : ''} ${isOpen ? 'outline-2 outline-primary-text -outline-offset-2' : ''}`}
    >
      <span className="sr-only">{before}</span>{' '}
      {state === 'kept' && (
        <>
          {when} <span className="sr-only">·</span>{' '}
        </>
      )}
      {held && (
        <span className="order-1 flex w-full min-w-0 items-center gap-1 text-sm leading-[1.4]">
          {state === 'kept' && mark}
          <span dir="auto" className="truncate">
            {held.name}
          </span>
        </span>
      )}{' '}
      {state !== 'kept' && when} {after && <span className="sr-only">{after}</span>}
    </button>
  )
}
