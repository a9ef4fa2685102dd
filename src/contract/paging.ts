import * as z from 'zod/mini'
import { limits } from './limits.ts'

/** A whole number in a query string or a form, where everything is text. */
export const numberText = (min: number, max: number, message = `Please enter a number from ${min} to ${max}`) =>
  z.pipe(
    z.string(message).check(z.regex(/^-?\d{1,9}$/, message)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min, message), z.maximum(max, message))),
  )

/** A whole number in JSON or in a form. */
export const wholeNumber = (min: number, max: number, message = `Please enter a number from ${min} to ${max}`) =>
  z.union([z.int().check(z.minimum(min, message), z.maximum(max, message)), numberText(min, max, message)], message)

/** The sentence for an invalid `cursor`. */
export const notACursor = 'Invalid cursor'

/** The query of every list: `cursor` is the `nextCursor` of the previous page. */
export const paging = {
  cursor: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{0,200}$/, notACursor))),
  limit: z._default(z.optional(numberText(1, limits.listMax)), limits.listDefault),
}

/** One page of a list, with `total` if it is counted. */
export const list = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.nullable(z.string()), total: z.optional(z.int()) })
