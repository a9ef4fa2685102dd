import { useState } from 'react'
import { CallError } from '#web/api/callError.ts'
import { useSession } from '#web/api/session.ts'
import { today } from '#web/api/timeZone.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { type Half, type User, userErrors, usersApi } from '../../users.contract.ts'
import { userPolicy } from '../../users.policy.ts'
import { renewingEn } from '../../users.renewing.en.ts'
import { extendedBy } from '../lastDay.ts'
import { holdersOf, isFreeFor } from '../seatMap/seats.ts'
import { useSeats, useUpdateTermination, useUpdateUser } from '../users.queries.ts'

/** The seat of before, none, or another one by its number. */
export type SeatChosen = 'own' | 'none' | number
export type FreeSeat = { seatNumber: number; keptFor: Half | undefined }
export type RenewalSeat = {
  chosen: SeatChosen
  choose: (next: SeatChosen) => void
  /** The seat of before cannot be had. */
  isGone: boolean
  /** Who has it. */
  holders: readonly Half[]
  /** For those who may choose a seat. */
  free: readonly FreeSeat[]
}

const isSeatError = (thrown: unknown): boolean =>
  thrown instanceof CallError && [userErrors.seatTaken.code, userErrors.seatMissing.code].some((code) => code === thrown.code)

/** The seat of a renewal: the one of before while it can be had. */
const useRenewalSeat = (user: User): RenewalSeat & { refused: () => void } => {
  const me = useSession()?.user
  const seats = useSeats().data?.items
  const [asked, setAsked] = useState<SeatChosen>()
  const [isRefused, setRefused] = useState(false)
  const { _id, seatNumber, slot } = user
  const own = seats?.find((seat) => seat.seatNumber === seatNumber)
  const holders = own && slot ? holdersOf(own, slot, _id) : []
  const isGone = seatNumber !== null && (isRefused || holders.length > 0 || (seats !== undefined && own === undefined))
  const mayChoose = me !== undefined && !userPolicy.whyNotUpdate(me, user, ['seatNumber'])
  const free =
    mayChoose && slot && seats
      ? seats
          .filter((seat) => isFreeFor(seat, slot, _id) && (seat.seatNumber !== seatNumber || !isGone))
          .map((seat) => ({
            seatNumber: seat.seatNumber,
            keptFor: [seat.morning, seat.afternoon].find((held) => held?.isExpired) ?? undefined,
          }))
      : []
  return {
    chosen: isGone ? (asked ?? 'none') : 'own',
    choose: setAsked,
    isGone,
    holders,
    free,
    refused: () => setRefused(true),
  }
}

/** A renewal. Where the seat has gone, nothing is entered before someone has chosen to go on without it or on another one. */
export const useRenewForm = (user: User, onDone: (renewed: User) => void) => {
  const words = useWords(renewingEn)
  const { refused, ...seat } = useRenewalSeat(user)
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
        // Of the seat of before there is nothing to hope for; another one was only slower than someone else.
        if (seat.chosen === 'own' && isSeatError(thrown)) refused()
        throw thrown
      }
    },
    onDone,
  })
  return { form, seat: seat as RenewalSeat }
}
