import { Slot } from '#web/shell/Slot.tsx'
import type { Seat } from '../../users.contract.ts'
import type { SeatChoice } from '../useUserForm.ts'
import type { SeatMapProps } from './SeatMap.tsx'
import { FreeSeatScreen, KeptSeatScreen } from './seatScreens.ts'
import type { SeatPlace } from './seats.ts'

export type OpenSeat = { at: 'free' | 'kept'; seat: Seat; place: SeatPlace }

type Props = SeatMapProps & {
  opened: OpenSeat | undefined
  onOpen: (next: OpenSeat | undefined) => void
  /** Someone who is here already may be seated there too. */
  mayMove: boolean
}

/** A free seat, or one that is kept for someone. */
export const SeatDialogs = ({ opened, onOpen, onFree, onPerson, mayMove }: Props) => {
  if (!opened) return null
  const close = () => onOpen(undefined)
  const { at, ...there } = opened
  const giveAway = (seat: SeatChoice) => {
    onOpen(mayMove ? { ...opened, at: 'free' } : undefined)
    if (!mayMove) onFree?.(seat)
  }
  if (at === 'kept') return <Slot screen={KeptSeatScreen} {...there} onGiveAway={onFree && giveAway} onPerson={onPerson} onClose={close} />
  return onFree ? <Slot screen={FreeSeatScreen} {...there} onFree={onFree} onClose={close} /> : null
}
