import * as z from 'zod/mini'
import { text } from './fields.ts'
import { limits } from './limits.ts'

/** Shorter texts say nothing: what screens propose is longer. */
const SHORTEST = 3

export const reasonMessage = `Please enter a reason of at least ${SHORTEST} characters`

/** What counts as a reason where one was not asked for as such, such as the notes of a fee. */
export const isReason = (typed: string): boolean => [...typed.trim()].length >= SHORTEST

/** Why money was voided, refunded or waived. */
export const Reason = text({ max: limits.feeReason, required: 'Please enter a reason' }).check(z.refine(isReason, reasonMessage))

/** The same where it can be left empty. */
export const MaybeReason = text({ max: limits.feeReason }).check(z.refine((typed) => typed === '' || isReason(typed), reasonMessage))

/** What the owner reads where a program has sent none. */
export const noReason = 'No reason given'
