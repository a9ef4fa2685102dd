import { facts } from '#contract/format.ts'
import { useWords } from '#web/words.ts'
import { receiptsEn } from '../receipts.en.ts'

type Seated = { seatNumber: number | null; slot: 'morning' | 'afternoon' | 'full-day' | null }

/** Returns the seat and slot as text: "Seat 4 · Morning". */
export const useSeatText = (): ((seated: Seated) => string) => {
  const words = useWords(receiptsEn)
  return ({ seatNumber, slot }) =>
    facts(seatNumber === null ? words.noSeat : words.seat(seatNumber), ...(slot === null ? [] : [words.slots[slot]]))
}
