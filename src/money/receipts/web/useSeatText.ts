import { facts } from '#contract/format.ts'
import type { Slot } from '#contract/terms.ts'
import { useShiftName } from '#system/customization/web/customization.queries.ts'
import { useWords } from '#web/words.ts'
import { receiptsEn } from '../receipts.en.ts'

type Seated = { seatNumber: number | null; seatLabel?: string | undefined; slot: Slot | null }

/** Returns the seat and slot as text: "Seat 4 · Morning". */
export const useSeatText = (): ((seated: Seated) => string) => {
  const words = useWords(receiptsEn)
  const nameOf = useShiftName()
  return ({ seatNumber, seatLabel, slot }) =>
    facts(seatNumber === null ? words.noSeat : words.seat(seatLabel ?? seatNumber), ...(slot === null ? [] : [nameOf(slot)]))
}
