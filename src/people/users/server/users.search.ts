import { phoneSigns } from '#contract/phone.ts'
import { fold } from '#server/db/fold.ts'

/** The terms of a search for people; a match of any term counts. */
export type Search = {
  /** Case-folded; matched in names and emails. */
  text: string
  /** Matched in phone numbers, in any spelling. */
  digits: string | undefined
  /** The people with this seat come first. */
  seatNumber: number | undefined
}

/** Fewer digits occur in too many numbers to be useful. */
const LEAST_DIGITS = 3

/** Removes the country code or the trunk prefix, without which the number may have been saved. */
const withoutPrefix = (text: string): string => {
  const digits = text.replace(/\D/g, '')
  if (/^(?:\+|00) *91/.test(text)) return digits.replace(/^(?:00)?91/, '')
  return /^91\d{10}$/.test(digits) ? digits.slice(2) : /^0\d{10}$/.test(digits) ? digits.slice(1) : digits
}

const digitsOf = (text: string): string | undefined => {
  if (!phoneSigns.test(text)) return undefined
  const digits = withoutPrefix(text)
  return digits.length < LEAST_DIGITS ? undefined : digits
}

const seatOf = (text: string): number | undefined => {
  const [, number] = /^(?:seat)? *#?0*([1-9]\d{0,3})$/.exec(text) ?? []
  return number === undefined ? undefined : Number(number)
}

/** Parses a typed search; returns undefined if it is empty. */
export const readSearch = (typed: string | undefined): Search | undefined => {
  const text = fold(typed ?? '')
  return text === '' ? undefined : { text, digits: digitsOf(text), seatNumber: seatOf(text) }
}
