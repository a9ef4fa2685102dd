/*
 * Many PDFs have Hindi in the visual order of its signs, not in that of its letters: the short i precedes the letters that it is
 * spoken after, and the hook of an r follows them. Such a page is recognized by words that begin with the short i, as no word does.
 */

const consonant = '[\\u0915-\\u0939\\u0958-\\u095F]\\u093C?'
const letters = `(?:${consonant}\\u094D)*${consonant}`
const vowels = '[\\u093E-\\u094C\\u0962\\u0963]*[\\u0900-\\u0903]*'

const startsWithShortI = /(?<![\u0900-\u097F])\u093F[\u0915-\u0939\u0958-\u095F]/
const shortI = new RegExp(`\\u093F(${letters})`, 'g')
// An r without its vowel and without a following letter: its hook is written after the letters that it is spoken before.
const endsWithHook = /\u0930\u094D(?![\u0915-\u0939\u0958-\u095F])/
const hook = new RegExp(`(?<!\\u094D)(${consonant}(?:\\u094D(?!\\u0930\\u094D)${consonant})*${vowels})\\u0930\\u094D`, 'g')

/** Returns a page's text in the order of its letters, in which people write and search. */
export const inOrderOfLetters = (page: string): string => {
  if (!startsWithShortI.test(page)) return page
  const hooked = endsWithHook.test(page) ? page.replace(hook, '\u0930\u094D$1') : page
  return hooked.replace(shortI, '$1\u093F')
}
