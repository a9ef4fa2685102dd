import { useWords } from '#web/words.ts'
import { duesEn } from '../dues.en.ts'

/** What each age of dues is called, for the screens that count them. */
export const useAgeNames = () => useWords(duesEn).ages
