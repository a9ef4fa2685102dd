import { shownName } from '#contract/shownName.ts'
import { useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'

type Named = { name: string; email: string | null; seatNumber: number | null; seatLabel?: string | undefined }

/** Returns the label of a student in a select: the name and the seat. */
export const useStudentLabel = (): ((student: Named) => string) => {
  const words = useWords(feesEn)
  return ({ name, email, seatNumber, seatLabel }) =>
    `${shownName({ name, email })} · ${seatNumber === null ? words.noSeat : words.seat(seatLabel ?? seatNumber)}`
}
