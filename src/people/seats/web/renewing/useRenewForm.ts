import { useState } from 'react'
import { type User, usersApi } from '#people/users/users.contract.ts'
import { userPolicy } from '#people/users/users.policy.ts'
import { extendedBy } from '#people/users/web/lastDay.ts'
import { useUpdateTermination, useUpdateUser } from '#people/users/web/users.queries.ts'
import { useShifts } from '#system/customization/web/customization.queries.ts'
import { CallError } from '#web/api/callError.ts'
import { useSession } from '#web/api/session.ts'
import { today } from '#web/api/timeZone.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { type SeatHolder, seatErrors } from '../../seats.contract.ts'
import { renewingEn } from '../../seats.renewing.en.ts'
import { useSeats } from '../seats.queries.ts'
import { holdersOf, isFreeFor } from '../seats.ts'

/** The previous seat, none, or another one by number. */
export type SeatChosen = 'own' | 'none' | number
export type FreeSeat = { seatNumber: number; label: string | null; isForWomen: boolean; keptFor: SeatHolder | undefined }
export type RenewalSeat = {
  chosen: SeatChosen
  choose: (next: SeatChosen) => void
  /** True if the previous seat is no longer free. */
  isGone: boolean
  /** The people who have it. */
  holders: readonly SeatHolder[]
  /** What the hall calls the chosen seat, if it is another one. */
  chosenName: string | number | undefined
  /** For staff who may choose a seat. */
  free: readonly FreeSeat[]
}

const isSeatError = (thrown: unknown): boolean =>
  thrown instanceof CallError &&
  [seatErrors.seatTaken, seatErrors.seatMissing, seatErrors.outOfOrder, seatErrors.soldForDay].some(({ code }) => code === thrown.code)

/** The seat of a renewal: the previous one while it is free. */
export const useRenewalSeat = (user: User): RenewalSeat & { refuse: (thrown: unknown) => void } => {
  const me = useSession()?.user
  const seats = useSeats().data?.items
  const [asked, setAsked] = useState<SeatChosen>()
  const [isRefused, setRefused] = useState(false)
  const { _id, seatNumber } = user
  const shift = useShifts().find(({ key }) => key === user.slot)
  const own = seats?.find((seat) => seat.seatNumber === seatNumber)
  const holders = own && shift ? holdersOf(own, shift, _id) : []
  const isGone = seatNumber !== null && (isRefused || holders.length > 0 || (seats !== undefined && own === undefined))
  const mayChoose = me !== undefined && !userPolicy.whyNotUpdate(me, user, ['seatNumber'])
  const free =
    mayChoose && shift && seats
      ? seats
          .filter((seat) => isFreeFor(seat, shift, _id) && (seat.seatNumber !== seatNumber || !isGone))
          .map((seat) => ({
            seatNumber: seat.seatNumber,
            label: seat.label,
            isForWomen: seat.tags.includes('women'),
            keptFor: seat.holders.find((held) => held.isExpired),
          }))
      : []
  const chosen = isGone ? (asked ?? 'none') : 'own'
  return {
    chosen,
    chosenName: typeof chosen === 'number' ? (seats?.find((seat) => seat.seatNumber === chosen)?.label ?? chosen) : undefined,
    choose: setAsked,
    isGone,
    holders,
    free,
    // Once refused, the previous seat stays unavailable. Another seat was only taken first, and the next choice may succeed.
    refuse: (thrown) => {
      if (!isGone && isSeatError(thrown)) setRefused(true)
    },
  }
}

/** The form of a renewal. If the seat is no longer free, nothing is saved until the clerk chooses none or another one. */
export const useRenewForm = (user: User, onDone: (renewed: User) => void) => {
  const words = useWords(renewingEn)
  const { refuse, ...seat } = useRenewalSeat(user)
  const updateTermination = useUpdateTermination()
  const update = useUpdateUser()
  const { _id, slot, terminationDate } = user
  const params = { id: _id }
  const form = useForm(usersApi.updateTermination, {
    initial: { terminationDate: extendedBy(1, terminationDate, today()), chargeGap: false },
    failure: words.failed,
    check: ({ terminationDate: day }) => ({
      terminationDate: String(day ?? '') < today() ? words.past : undefined,
    }),
    send: async ({ body }) => {
      try {
        if (typeof seat.chosen !== 'number')
          return await updateTermination.mutateAsync({ params, body: { ...body, ...(seat.chosen === 'none' && { withoutSeat: true }) } })
        return await update.mutateAsync({ params, body: { ...body, seatNumber: seat.chosen, slot } })
      } catch (thrown) {
        refuse(thrown)
        throw thrown
      }
    },
    onDone,
  })
  return { form, seat: seat as RenewalSeat }
}
