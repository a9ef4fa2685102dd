import * as z from 'zod/mini'
import { address, textThat } from './config.fields.ts'

const url = address('redis:', 'rediss:').check(
  z.refine((given) => URL.canParse(given) && /^\/?\d*$/.test(new URL(given).pathname), {
    error: 'REDIS_URL must end with the address of the server, or with the number of a database such as "/0".',
  }),
)

/** Parts of names are joined by colons. */
const prefix = textThat(
  (given) => /^[\w.-]+(:[\w.-]+)*$/.test(given) && given.length <= 64,
  (given) => `up to 64 letters, digits, dots, hyphens and underscores, with colons between them, not "${given}".`,
)

export const redisVariables = {
  REDIS_URL: z.optional(url),
  REDIS_PREFIX: z._default(prefix, 'carrel'),
}
