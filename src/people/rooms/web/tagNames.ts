import { useWords } from '#web/words.ts'
import type { SeatTag } from '../rooms.shapes.contract.ts'
import { tagsEn } from '../rooms.tags.en.ts'

/** The names of the tags of seats. */
export const useTagNames = (): Readonly<Record<SeatTag, string>> => useWords(tagsEn)
