import { useWords } from '#web/words.ts'
import { roomsEn } from '../rooms.en.ts'
import type { SeatTag } from '../rooms.shapes.contract.ts'

/** The names of the tags of seats. */
export const useTagNames = (): Readonly<Record<SeatTag, string>> => useWords(roomsEn).tags
