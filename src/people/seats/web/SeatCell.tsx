import type { Half } from '#contract/terms.ts'
import { today } from '#web/api/timeZone.ts'
import { useWords } from '#web/words.ts'
import { seatsEn } from '../seats.en.ts'
import { soldId } from './freeAt/SoldStrip.tsx'
import { SeatDot } from './SeatDot.tsx'
import { dimmedLook, outLook, seatLooks } from './seatLooks.ts'
import { firstNameOf, stateOf } from './seats.ts'
import { type DescribedPlace, usePlaceTexts } from './usePlaceTexts.ts'

type Props = DescribedPlace & {
  seatNumber: number
  isStop: boolean
  /** True if the panel of this person is open. */
  isOpen: boolean
  onPress: () => void
  onFocus: () => void
}

/**
 * Where a half is in a tile of 88 × 56, cut by a diagonal; the part that takes the pointer is the same. The middle of its box is
 * within the half, where assistive technology presses it.
 */
const shapes: Record<Half, { points: string; box: string; view: string; name: string; short: string; owing: string; dot: string }> = {
  morning: {
    points: '1,1 87,1 87,17.5 1,37',
    box: 'inset-x-0 top-0 h-[68%] [clip-path:polygon(0_0,100%_0,100%_49%,0_100%)]',
    view: '0 0 88 38',
    name: 'top-[0.125rem] left-[var(--seat-name,1.5rem)] right-[0.125rem] max-md:top-[1.125rem] max-md:left-[0.375rem] max-md:right-[0.5rem]',
    // Ends before the dot.
    owing: 'md:right-[1rem]',
    short: 'top-[1.125rem] left-[0.3125rem] max-md:top-[2.25rem]',
    dot: 'top-[0.375rem] right-[0.375rem]',
  },
  afternoon: {
    points: '1,39.5 87,20 87,55 1,55',
    box: 'inset-x-0 bottom-0 h-[66%] [clip-path:polygon(0_53%,100%_0,100%_100%,0_100%)]',
    view: '0 19 88 37',
    name: 'right-[0.375rem] bottom-[0.125rem] left-[1rem] text-right max-md:bottom-[1.125rem] max-md:left-[0.5rem]',
    owing: '',
    short: 'right-[0.3125rem] bottom-[1.125rem] max-md:bottom-[2.25rem]',
    dot: 'bottom-[0.375rem] left-[0.375rem]',
  },
}

const whole = {
  name: 'top-[1.0625rem] inset-x-[0.3125rem] max-md:top-[0.875rem] max-md:inset-x-[0.25rem]',
  owing: '',
  short: 'bottom-[0.0625rem] inset-x-[0.3125rem] max-md:inset-x-[0.25rem]',
  dot: 'top-[0.375rem] right-[0.375rem]',
}

const Shape = ({ half, look }: { half: Half; look: string }) => (
  <svg aria-hidden="true" viewBox={shapes[half].view} preserveAspectRatio="none" className="absolute inset-0 size-full">
    <polygon
      points={shapes[half].points}
      vectorEffect="non-scaling-stroke"
      strokeLinejoin="round"
      className={`group-focus-visible:stroke-3 group-focus-visible:stroke-focus group-focus-visible:[stroke-dasharray:none] forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText] ${look}`}
    />
  </svg>
)

/** A half that is taken, where only free places are listed. */
export const TakenHalf = ({ half }: { half: Half }) => (
  <span className={`absolute ${shapes[half].box}`}>
    <Shape half={half} look="fill-seat-taken stroke-line" />
    <span className="sr-only">{useWords(seatsEn).states.taken}</span>
  </span>
)

const lookOf = (isHalf: boolean, isMoving: boolean, isOpen: boolean): string => {
  if (isHalf) return isOpen || isMoving ? 'stroke-primary-text! stroke-3!' : ''
  if (isOpen) return 'outline-2 outline-primary-text -outline-offset-2'
  return isMoving ? 'outline-2 outline-primary-text outline-dashed' : ''
}

/** One place. A press on a free place adds a person; a press on a taken one shows its holder. */
export const SeatCell = (props: Props) => {
  const { seatNumber, outOfOrder, place, isHalf, isStop, mover, isOpen, mayAdd, onPress, onFocus } = props
  const { half, held } = place
  const { name, short } = usePlaceTexts(props)
  const isDimmed = place.isFreeThen === false
  const look = isDimmed ? dimmedLook : outOfOrder && !held ? outLook : seatLooks[stateOf(held, today())]
  const marked = lookOf(isHalf, mover !== undefined && held?.userId === mover._id, isOpen)
  const shape = isHalf ? shapes[half === 'morning' ? 'morning' : 'afternoon'] : undefined
  const at = shape ?? whole
  return (
    <button
      type="button"
      data-seat={seatNumber}
      data-half={half}
      {...(held && { 'data-person': held.userId })}
      {...(isOpen && { 'aria-current': true })}
      tabIndex={isStop ? 0 : -1}
      aria-label={name}
      aria-describedby={soldId(seatNumber)}
      title={name}
      // Not `disabled`, so that the arrow keys can reach it.
      aria-disabled={!held && !mayAdd}
      onFocus={onFocus}
      onClick={onPress}
      className={`group pointer-events-auto absolute cursor-pointer text-left ${isHalf ? `outline-none ${held ? 'text-ink' : 'text-seat-free'} ${shape?.box}` : `inset-0 rounded transition-colors duration-150 ${look.tile} ${marked}`}`}
    >
      {isHalf && <Shape half={half === 'morning' ? 'morning' : 'afternoon'} look={`${look.shape} ${marked}`} />}
      {isDimmed || (
        <>
          {held && (
            <span dir="auto" className={`absolute truncate text-sm leading-[1rem] ${at.name} ${held.owed > 0 ? at.owing : ''}`}>
              {firstNameOf(held.name)}
              {place.others && place.others.length > 0 && ` +${place.others.length}`}
            </span>
          )}
          {held ? (
            // Not text of the label, which says in words until when.
            <span
              data-days={short}
              className={`absolute truncate text-xs before:content-[attr(data-days)] ${isHalf ? 'leading-[0.75rem]' : 'leading-[1rem]'} ${at.short}`}
            />
          ) : (
            // On two lines where a tile is narrow: Out of order.
            <span
              className={`absolute text-xs ${outOfOrder ? 'leading-[0.75rem]' : 'truncate leading-[1rem]'} ${isHalf ? at.name : at.short}`}
            >
              {short}
            </span>
          )}
          {held && held.owed > 0 && <SeatDot className={`absolute ${at.dot}`} />}
        </>
      )}
    </button>
  )
}
