import { Armchair } from 'lucide-react'
import { useState } from 'react'
import { may } from '#contract/endpoint.ts'
import { halves } from '#contract/terms.ts'
import { usersApi } from '#people/users/users.contract.ts'
import { endOf } from '#people/users/web/panel/endOf.ts'
import { PanelAction } from '#people/users/web/panel/PanelAction.tsx'
import { CreateScreen } from '#people/users/web/userScreens.ts'
import type { PanelSlotProps } from '#people/users/web/userSlots.ts'
import type { SeatChoice } from '#people/users/web/useUserForm.ts'
import { useShifts } from '#system/customization/web/customization.queries.ts'
import { areHalves } from '#system/shifts/shifts.policy.ts'
import type { Shift } from '#system/shifts/shifts.shapes.contract.ts'
import { useSession } from '#web/api/session.ts'
import { today } from '#web/api/timeZone.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { useWords } from '#web/words.ts'
import { type Seat, seatsApi } from '../seats.contract.ts'
import { seatsEn } from '../seats.en.ts'
import { FreeSeatScreen } from './seatScreens.ts'
import { useSeats } from './seats.queries.ts'
import { choiceOf, placesOf, type SeatPlace } from './seats.ts'

/** Gives the seat that is kept for a student with an expired account to someone else. */
export const GiveAwayAction = ({ user }: PanelSlotProps) => {
  const me = useSession()?.user
  const isKept = user.seatNumber !== null && endOf(user.terminationDate, today()) === 'ended'
  return isKept && may(usersApi.create, me) ? <GiveAway userId={user._id} /> : null
}

type Kept = { seat: Seat; place: SeatPlace }

/** The places of a seat in all shifts, or in both halves where these are all. */
const allPlaces = (seat: Seat, shifts: readonly Shift[]): SeatPlace[] =>
  areHalves(shifts) ? placesOf(seat, halves) : seat.holders.map((held) => ({ half: held.slot, slot: held.slot, held }))

const keptFor = (userId: string, seats: readonly Seat[], shifts: readonly Shift[]): Kept | undefined =>
  seats
    .flatMap((seat) => allPlaces(seat, shifts).map((place) => ({ seat, place })))
    .find(({ place: { held } }) => held?.isExpired && held.userId === userId)

const GiveAway = ({ userId }: { userId: string }) => {
  const words = useWords(seatsEn).kept
  const mayMove = may(seatsApi.exchange, useSession()?.user)
  const kept = keptFor(userId, useSeats().data?.items ?? [], useShifts())
  const [isChoosing, setChoosing] = useState(false)
  const [choice, setChoice] = useState<SeatChoice>()
  if (!kept) return null
  const { held } = kept.place
  const notice = held?.terminationDate ? words.until(held.name, held.terminationDate) : undefined
  const press = () => (mayMove ? setChoosing(true) : setChoice(choiceOf(kept.seat, kept.place, notice)))
  return (
    <>
      <PanelAction icon={<Armchair aria-hidden="true" />} label={words.giveAway} name={words.giveAwaySeat} onPress={press} />
      {isChoosing && <Embed screen={FreeSeatScreen} {...kept} onFree={setChoice} onClose={() => setChoosing(false)} />}
      {choice && <Embed screen={CreateScreen} seat={choice} onClose={() => setChoice(undefined)} />}
    </>
  )
}
