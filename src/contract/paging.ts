import * as z from 'zod/mini'
import { limits } from './limits.ts'

/** A whole number in a query string or a form, where everything arrives as text. */
export const numberText = (min: number, max: number, message = `Please enter a number from ${min} to ${max}`) =>
  z.pipe(
    z.string(message).check(z.regex(/^-?\d{1,9}$/, message)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min, message), z.maximum(max, message))),
  )

/** A whole number as JSON or as a form has it. */
export const wholeNumber = (min: number, max: number, message = `Please enter a number from ${min} to ${max}`) =>
  z.union([z.int().check(z.minimum(min, message), z.maximum(max, message)), numberText(min, max, message)], message)

/** The sentence for a `cursor` that this list never answered. */
export const notACursor = 'Invalid cursor'

/** The query of every list: `cursor` is what the page before answered as `nextCursor`. */
export const paging = {
  cursor: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{0,200}$/, notACursor))),
  limit: z._default(z.optional(numberText(1, limits.listMax)), limits.listDefault),
}

/** One page of a list. `total` is there where counting is part of the answer. */
export const list = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.nullable(z.string()), total: z.optional(z.int()) })
