import * as z from 'zod/mini'

const part = z.optional(z.string().check(z.maxLength(200)))

/** The query of an address that a signed link opens; without it the caller is signed in. The server judges the parts. */
export const fileLinkQuery = z.object({ session: part, expires: part, signature: part })
export type FileLinkQuery = z.infer<typeof fileLinkQuery>

/** The query of an address that a picture is shown from; it is signed for a day and the next. */
export const dailyLinkQuery = z.object({ day: part, signature: part })
export type DailyLinkQuery = z.infer<typeof dailyLinkQuery>
