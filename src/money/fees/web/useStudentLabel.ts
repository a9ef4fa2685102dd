import { useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'

type Named = { name: string; email: string; seatNumber: number | null }

/** How a student is called in a choice: the name, and the seat by which a clerk knows them. */
export const useStudentLabel = (): ((student: Named) => string) => {
  const words = useWords(feesEn)
  return ({ name, email, seatNumber }) => `${name || email} · ${seatNumber === null ? words.noSeat : words.seat(seatNumber)}`
}
