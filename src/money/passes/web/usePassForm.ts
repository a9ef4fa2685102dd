import { useState } from 'react'
import { isTransfer } from '#contract/terms.ts'
import { feeErrors } from '#money/fees/fees.errors.contract.ts'
import { CallError } from '#web/api/callError.ts'
import { newClientId } from '#web/api/clientId.ts'
import { typedNumber } from '#web/ui/typedNumber.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { type DayPass, type Offer, type OfferedShift, passesApi } from '../passes.contract.ts'
import { passesEn } from '../passes.en.ts'
import { useSellPass } from './passes.queries.ts'

/** A seat and the shift for which it was pressed on the map. */
export type WantedSeat = { seatNumber: number; slot: string }

/** Returns the proposed shift: the wanted one, the one that is running, or the next one with a free seat. */
const proposedShift = (shifts: readonly OfferedShift[], wanted: WantedSeat | undefined): OfferedShift | undefined => {
  const isFree = ({ freeSeats }: OfferedShift) => freeSeats.length > 0
  const asked = shifts.filter(({ freeSeats }) => wanted === undefined || freeSeats.includes(wanted.seatNumber))
  return (
    asked.find(({ slot }) => slot === wanted?.slot) ??
    asked.find((shift) => shift.isRunning && isFree(shift)) ??
    asked.find(isFree) ??
    shifts[0]
  )
}

/** What a sale without a reply was sent for, as it was shown then. */
type Attempt = { shift: OfferedShift; seatNumber: number; named: Offer['seats'] }

type Options = { offer: Offer & { price: number }; wanted: WantedSeat | undefined; onSold: (pass: DayPass) => void }

/**
 * The form of a day pass. Shift and seat are proposed until the clerk chooses others, so that they stay right if a seat is taken
 * while the dialog is open.
 */
export const usePassForm = ({ offer: { price, shifts, seats: named }, wanted, onSold }: Options) => {
  const words = useWords(passesEn).dialog
  const sell = useSellPass()
  const [clientId] = useState(newClientId)
  const [needsReason, setNeedsReason] = useState(false)
  /** After a sale without a reply: it may be saved, so the next press must send the same, although the seat is no longer offered. */
  const [attempt, setAttempt] = useState<Attempt>()
  const [chosen, setChosen] = useState<{ slot?: string; seatNumber?: number }>({ ...(wanted && { seatNumber: wanted.seatNumber }) })
  const shift = attempt?.shift ?? shifts.find(({ slot }) => slot === chosen.slot) ?? proposedShift(shifts, wanted)
  const seats = shift?.freeSeats ?? []
  const seatNumber = attempt?.seatNumber ?? seats.find((seat) => seat === chosen.seatNumber) ?? seats[0]
  const form = useForm(passesApi.sell, {
    initial: {
      name: '',
      phone: '',
      slot: shift?.slot ?? '',
      seatNumber: seatNumber === undefined ? '' : String(seatNumber),
      amount: String(price),
      reason: '',
      method: 'cash',
      reference: '',
      referenceReason: '',
      referenceSkipped: false,
      clientId,
    },
    numbers: ['amount', 'seatNumber'],
    failure: words.failed,
    check: () => ({ seatNumber: seatNumber === undefined ? words.noSeat : undefined }),
    send: async ({ body: { reference, referenceReason, referenceSkipped, reason, ...body } }) => {
      const entered = { reference, ...(needsReason && { referenceReason }) }
      const transfer = body.method === 'cash' ? {} : referenceSkipped && isTransfer(body.method) ? { referenceSkipped } : entered
      const place = { slot: shift?.slot ?? body.slot, seatNumber: seatNumber ?? body.seatNumber, ...(shift && { day: shift.day }) }
      try {
        return await sell.mutateAsync({ body: { ...body, ...place, ...transfer, ...(body.amount < price && { reason }) } })
      } catch (thrown) {
        if (thrown instanceof CallError && thrown.code === feeErrors.referenceUsed.code) setNeedsReason(true)
        const isUnsure = thrown instanceof CallError && !thrown.isFromServer
        setAttempt(isUnsure && shift && seatNumber !== undefined ? { shift, seatNumber, named: attempt?.named ?? named } : undefined)
        throw thrown
      }
    },
    onDone: onSold,
  })
  const setReference = (reference: string) => {
    form.set('reference', reference)
    form.set('referenceReason', '')
    setNeedsReason(false)
  }
  const amount = typedNumber(String(form.values.amount ?? ''))
  return {
    form,
    shift,
    seatNumber,
    named: attempt?.named ?? named,
    isUnsure: attempt !== undefined,
    needsReason: needsReason && form.values.method !== 'cash',
    isLowered: typeof amount === 'number' && amount > 0 && amount < price,
    isSkipped: form.values.referenceSkipped === true && isTransfer(form.values.method),
    choose: (next: { slot?: string; seatNumber?: number }) => {
      setAttempt(undefined)
      setChosen((before) => ({ ...before, ...next }))
      if (next.slot !== undefined) form.set('slot', next.slot)
      if (next.seatNumber !== undefined) form.set('seatNumber', String(next.seatNumber))
    },
    skip: (isSkipped: boolean) => {
      setReference('')
      form.set('referenceSkipped', isSkipped)
    },
    setReference,
  }
}
export type PassForm = ReturnType<typeof usePassForm>
