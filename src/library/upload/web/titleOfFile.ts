import { documentLimits } from '#library/documents/documents.contract.ts'

/** Control characters, and marks that change the reading direction, but not the joiners of Indian scripts. */
const unshowable = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu

/** Replaces separators between words by spaces; between digits and initials they are meaningful: 2024-25, 1.5, R.K. Narayan. */
const toSpaces = (name: string): string =>
  name
    .replaceAll('_', ' ')
    .replace(/(?<!\d)-+(?=\S)(?<!\s-+)|(?<=\d)-+(?=[^\d\s])/gu, ' ')
    .replace(/(?<=[^\s.\d]{2})\.(?=[^\s.])|(?<=\d)\.(?=[^\d\s.])/gu, ' ')

const day = String.raw`(?:\d{1,2}[ .-]\d{1,2}[ .-]\d{2,4}|\d{1,2} [A-Za-z]{3,9} \d{4})(?:[ ,]+\d{1,2}[.:-]\d{2}(?:[.:-]\d{2})?)?`
/** Prefixes added by scanners and their apps, with the date and number that follow. */
const scanned = new RegExp(
  String.raw`^(?:(?:adobe ?scan|cam ?scanner)\b(?: ${day})?|(?:scan(?:ned)?|img|doc)[ -]?(?:${day}|\d{3,}(?:[ -]\d{3,})*)) *`,
  'i',
)

/** Suffixes that distinguish copies and drafts. A year in brackets is kept. */
const marks = /\s*(?:\(\d{1,2}\)|[-–]?\s*\bcopy(?: \d{1,2}| \(\d{1,2}\))?|[-–]?\s*\bfinal v\d{1,2})$/iu

const withoutMarks = (text: string): string => {
  const shorter = text.replace(marks, '').trim()
  return shorter === text || shorter === '' ? text : withoutMarks(shorter)
}

const tidy = (text: string): string => text.replace(/\s+/gu, ' ').replace(/^[\s.,_–-]+|[\s,_–-]+$/gu, '')

/** Returns the first text with a letter or digit: a name consisting only of such affixes is kept. */
const firstTold = (...texts: string[]): string => texts.find((text) => /[\p{L}\p{N}]/u.test(text)) ?? ''

/** Returns the title that a file name suggests; empty if it suggests none. */
export const titleOfFile = (name: string): string => {
  const stem = name
    .toWellFormed()
    .normalize('NFC')
    .replace(unshowable, '')
    .replace(/(?:\.pdf)+$/iu, '')
  const spaced = tidy(toSpaces(stem))
  const plain = firstTold(tidy(withoutMarks(spaced).replace(scanned, '')), tidy(withoutMarks(spaced)), spaced)
  return [...plain].slice(0, documentLimits.title).join('').trim()
}
