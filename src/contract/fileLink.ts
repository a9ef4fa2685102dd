import * as z from 'zod/mini'

const part = z.optional(z.string().check(z.maxLength(200)))

/** The query of a signed link; without it the caller must be signed in. The server verifies the parts. */
export const fileLinkQuery = z.object({ session: part, expires: part, signature: part })
export type FileLinkQuery = z.infer<typeof fileLinkQuery>

/** The query of a picture's address; it is signed for a day and the next. */
export const dailyLinkQuery = z.object({ day: part, signature: part })
export type DailyLinkQuery = z.infer<typeof dailyLinkQuery>
