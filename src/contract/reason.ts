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

/** The reason of a refund and of lower fees because a student left: a code with the last day, in no language. */
export const leftReason = (lastDay: string): string => `left:${lastDay}`

/** Returns a reason for people: the words for a code; what a person entered stays as it is. */
export const readableReason = (reason: string, words: { left: (lastDay: string) => string }): string => {
  const [, lastDay] = leftPattern.exec(reason) ?? []
  return lastDay === undefined ? reason : words.left(lastDay)
}

/** What the owner reads if a program has sent none. */
export const noReason = 'No reason given'
