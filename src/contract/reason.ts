import * as z from 'zod/mini'
import { text } from './fields.ts'
import { limits } from './limits.ts'

/** Shorter texts are meaningless: the proposals of screens are longer. */
const SHORTEST = 3

const reasonMessage = `Please enter a reason of at least ${SHORTEST} characters`

/** Returns whether a text counts as a reason, for fields that may have other texts, such as the notes of a fee. */
export const isReason = (typed: string): boolean => [...typed.trim()].length >= SHORTEST

/** Why money was voided, refunded or waived. */
export const Reason = text({ max: limits.reason, required: 'Please enter a reason' }).check(z.refine(isReason, reasonMessage))

/** The same, but optional. */
export const MaybeReason = text({ max: limits.reason }).check(z.refine((typed) => typed === '' || isReason(typed), reasonMessage))

const leftPattern = /^left:(\d{4}-\d\d-\d\d)$/
const lockerPattern = /^locker:(\d{4}-\d\d-\d\d):(.+)$/s
const movedPattern = /^moved:(\d{4}-\d\d-\d\d):(.+)$/s

/** The reason of a refund and of lower fees because a student left: a code with the last day, in no language. */
export const leftReason = (lastDay: string): string => `left:${lastDay}`

/** The reason of a changed fee because a student moved to another shift on this day: a code with the name that the shift has then. */
export const movedReason = (from: string, shift: string): string => `moved:${from}:${shift}`

/** The reason of a raised fee because a student changed to a dearer locker on this day: a code with the number that it has then. */
export const lockerReason = (from: string, number: string): string => `locker:${from}:${number}`

export type ReasonWords = {
  left: (lastDay: string) => string
  moved: (shift: string, from: string) => string
  locker: (number: string, from: string) => string
}

/** Returns a reason for people: the words for a code; what a person entered stays as it is. */
export const readableReason = (reason: string, words: ReasonWords): string => {
  const [, lastDay] = leftPattern.exec(reason) ?? []
  if (lastDay !== undefined) return words.left(lastDay)
  const [, since, number] = lockerPattern.exec(reason) ?? []
  if (since !== undefined && number !== undefined) return words.locker(number, since)
  const [, from, shift] = movedPattern.exec(reason) ?? []
  return from === undefined || shift === undefined ? reason : words.moved(shift, from)
}

/** The reason in replies if none was given; nothing is stored then. */
export const noReason = 'No reason given'
