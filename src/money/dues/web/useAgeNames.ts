import { useWords } from '#web/words.ts'
import { duesEn } from '../dues.en.ts'

/** The names of the ages of dues, for the screens that count them. */
export const useAgeNames = () => useWords(duesEn).ages
