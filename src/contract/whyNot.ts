import * as z from 'zod/mini'
import type { ErrorKind } from './errors.ts'

/** The fields of a failure's reply, for replies that name a failure which has not happened: its code, sentence and parameters. */
export const whyNotFields = {
  code: z.string(),
  message: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
}

/** Why something cannot be done now. */
export const WhyNot = z.object(whyNotFields)
export type WhyNot = z.infer<typeof WhyNot>

export const toWhyNot = ({ code, message, params }: ErrorKind): WhyNot => ({
  ...{ code, message },
  ...(params && { params: params as WhyNot['params'] }),
})
