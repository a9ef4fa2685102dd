import { useState } from 'react'
import { isDay } from '#contract/day.ts'
import { useBookableDays } from '#money/locks/web/useBookableDays.ts'
import { useSeats } from '#people/seats/web/seats.queries.ts'
import { holdersOf, slotState } from '#people/seats/web/seats.ts'
import type { ChangeShiftProps } from '#people/users/web/userSlots.ts'
import { useShiftName, useShifts } from '#system/customization/web/customization.queries.ts'
import { CallError } from '#web/api/callError.ts'
import { newClientId } from '#web/api/clientId.ts'
import { useAction, useCall } from '#web/api/queryClient.ts'
import { today } from '#web/api/timeZone.ts'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { formatNumber, useWords } from '#web/words.ts'
import { shiftChangeApi, shiftChangeErrors } from '../shift-change.contract.ts'
import { shiftChangeEn } from '../shift-change.en.ts'

/** The value of the field for no seat. */
export const NO_SEAT = 'none'

/** A seat in the new shift: `others` have it then, `keptFor` loses it. `isOut` is true if nobody new gets it now. */
type SeatState = { seatNumber: number; name: string; others: readonly string[]; keptFor: string | undefined; isOut: boolean }

/** Returns the state of every seat in a shift, as it is for this student. */
const useSeatsIn = (slot: string, { _id: studentId, seatNumber: own }: ChangeShiftProps['student']): readonly SeatState[] | undefined => {
  const shifts = useShifts()
  const seats = useSeats().data?.items
  const shift = shifts.find(({ key }) => key === slot)
  if (!shift || !seats) return undefined
  return seats.map((seat) => {
    const state = slotState(seats, String(seat.seatNumber), shift, shifts)
    const others = holdersOf(seat, shift, studentId).map(({ name }) => name)
    const { seatNumber, label, outOfOrder } = seat
    const keptFor = state?.kind === 'free' ? state.keptFor : undefined
    return { seatNumber, name: label ?? formatNumber(seatNumber), others, keptFor, isOut: outOfOrder !== null && seatNumber !== own }
  })
}

export const isFreeSeat = ({ others, isOut }: SeatState): boolean => others.length === 0 && !isOut

/** Returns the seat that is chosen as long as nobody chooses one: the present seat or the pressed one if it is free. */
const proposedSeat = (wanted: number | null, seats: readonly SeatState[] | undefined): string => {
  if (wanted === null) return NO_SEAT
  return seats?.some((seat) => seat.seatNumber === wanted && isFreeSeat(seat)) ? String(wanted) : ''
}

/** The price for the chosen shift, seat and day. Not asked for again once it was sent, since the server has none for a change that is made. */
const usePrice = (studentId: string, { slot, seat, from }: { slot: string; seat: string; from: string }, isSent: boolean) => {
  const seatNumber = seat === '' || seat === NO_SEAT ? {} : { seatNumber: seat }
  const price = useCall(
    shiftChangeApi.price,
    { query: { studentId, slot, ...seatNumber, from } },
    { enabled: slot !== '' && isDay(from) && !isSent, keepPrevious: true },
  )
  const isCurrent = price.data?.after.slot === slot && price.data.from === from && !price.isPlaceholderData && !price.error
  return { price, isCurrent }
}

/** The form of a change of shift, with the price of its values. */
export const useShiftChange = ({ student, slot: firstSlot = '', seatNumber, onClose, onDone }: ChangeShiftProps) => {
  const words = useWords(shiftChangeEn)
  const nameOf = useShiftName()
  const days = useBookableDays()
  const change = useAction(shiftChangeApi.change)
  const [clientId, setClientId] = useState(newClientId)
  /** True after a request without a response: the call may have succeeded. */
  const [isUnsure, setUnsure] = useState(false)
  const [chosen, setChosen] = useState<{ slot: string; seat?: string; from: string }>({ slot: firstSlot, from: today() })
  const seats = useSeatsIn(chosen.slot, student)
  const seat = chosen.seat ?? proposedSeat(seatNumber ?? student.seatNumber, seats)
  const { slot, from } = chosen
  /** The choice that was sent, unless the server refused it. */
  const [sent, setSent] = useState<string>()
  const choice = JSON.stringify({ slot, seat, from })
  const { price, isCurrent } = usePrice(student._id, { slot, seat, from }, sent === choice)
  const form = useForm(shiftChangeApi.change, {
    initial: { studentId: student._id, slot, from, dateReason: '', expected: '0', clientId },
    numbers: ['expected'],
    failure: words.failed,
    check: ({ dateReason }) => ({
      slot: slot === '' ? words.chooseShift : undefined,
      seatNumber: seat === '' ? words.needsSeat : undefined,
      dateReason: days.missing(from, String(dateReason)),
    }),
    send: async ({ body: { dateReason } }) => {
      setUnsure(false)
      setSent(choice)
      const late = days.needsReason(from) && { dateReason }
      const expected = price.data?.amount ?? 0
      const place = { slot, seatNumber: seat === NO_SEAT ? null : Number(seat) }
      try {
        return await change.mutateAsync({ body: { studentId: student._id, ...place, from, ...late, expected, clientId } })
      } catch (thrown) {
        days.notice(thrown)
        if (thrown instanceof CallError && thrown.code === shiftChangeErrors.changed.code) void price.refetch()
        const isLost = thrown instanceof CallError && !thrown.isFromServer
        setUnsure(isLost)
        if (!isLost) setSent(undefined)
        throw thrown
      }
    },
    onDone: (moved) => {
      toast.success(words.done(student.name, nameOf(moved.slot)))
      onDone?.(moved)
      onClose()
    },
  })
  /** Another choice needs a new id, because the id identifies the content that was sent with it. */
  const choose = (next: Partial<typeof chosen>) => {
    setChosen((before) => ({ ...before, ...next }))
    setClientId(newClientId())
  }
  const setReason = (reason: string) => {
    form.set('dateReason', reason)
    setClientId(newClientId())
  }
  return { form, days, seats, chosen: { slot, seat, from }, choose, setReason, price, isCurrent, isUnsure }
}
export type ShiftForm = ReturnType<typeof useShiftChange>
