import * as z from 'zod/mini'
import { Id, Instant } from '#contract/fields.ts'
import { User } from '#people/users/users.contract.ts'

/** Apart from the calls, because the sign-in page loads those and no schema of a reply. */

/** The signed-in person, with the hall's time zone, which decides when accounts and seats end. */
export const Me = z.extend(User, { timeZone: z.string() })
export type Me = z.infer<typeof Me>

/** The token is sent in the `Authorization` header, raw or after `Bearer `. */
export const SignedIn = z.object({
  token: z.string(),
  user: Me,
  /** The newest password link made since the person's last sign-in: who made it, and when. */
  resetLink: z.optional(z.object({ by: z.string(), at: Instant })),
})
export type SignedIn = z.infer<typeof SignedIn>

export const Session = z.object({
  _id: Id,
  /** Browser and operating system, derived from the User-Agent. */
  device: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant,
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof Session>
