import { today } from '#web/api/timeZone.ts'
import { useWords } from '#web/words.ts'
import { seatsEn } from '../../users.seats.en.ts'
import { seatLooks } from './SeatLegend.tsx'
import { isFree, type Mover, type SeatPlace, stateOf } from './seats.ts'

type Props = {
  seatNumber: number
  place: SeatPlace
  isStop: boolean
  /** A person who is to be seated elsewhere. */
  mover: Mover | undefined
  /** Whether a press on a free place leads anywhere. */
  mayAdd: boolean
  onPress: () => void
  onFocus: () => void
}

/** The second line of the place, what is heard before and after what is read, and the whole where the pointer rests. */
const useTexts = ({ seatNumber, place: { slot, held }, mover, mayAdd }: Props) => {
  const { place, names } = useWords(seatsEn)
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
  const before = names.place(seatNumber, slot)
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

/** One place: pressed free it adds someone there, pressed taken it shows who has it. */
export const SeatCell = (props: Props) => {
  const { seatNumber, place, isStop, mover, mayAdd, onPress, onFocus } = props
  const { half, held } = place
  const { detail, before, after, title } = useTexts(props)
  const state = stateOf(held, today())
  const { Mark, look } = seatLooks[state]
  const mark = <Mark aria-hidden="true" className="size-3 shrink-0" />
  const when = (
    <span className="order-2 flex w-full min-w-0 items-center gap-1 text-xs leading-[1.35]">
      {/* The longest of the texts has the line to itself. */}
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
      tabIndex={isStop ? 0 : -1}
      title={title}
      // Not `disabled`, which the arrow keys could not reach.
      aria-disabled={!held && !mayAdd}
      onFocus={onFocus}
      onClick={onPress}
      className={`flex min-h-12 w-full min-w-0 cursor-pointer flex-col justify-center rounded px-1 text-left transition-colors duration-150 ${look} ${isMoving ? 'outline-2 outline-primary-text outline-dashed' : ''}`}
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
