import { fold } from '#server/db/fold.ts'
import { phoneSigns } from '../users.contract.ts'

/** What a search for people looks for: all of it at once. */
export type Search = {
  /** Folded; in names and emails. */
  text: string
  /** In phone numbers, however they were typed. */
  digits: string | undefined
  /** Who has this seat comes first. */
  seatNumber: number | undefined
}

/** Fewer digits are in too many numbers to say anything. */
const LEAST_DIGITS = 3

/** With the country's code or the leading zero of the trunk the number is longer than it may have been saved. */
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

/** Reads what someone typed; undefined where that is nothing. */
export const readSearch = (typed: string | undefined): Search | undefined => {
  const text = fold(typed ?? '')
  return text === '' ? undefined : { text, digits: digitsOf(text), seatNumber: seatOf(text) }
}
