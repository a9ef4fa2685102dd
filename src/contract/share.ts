/*
 * What another app shares with this one, as the service worker stores it for the page `/share`: files in a cache of the browser,
 * under an address with a random key.
 */

/** The browser's cache with the files of the last share. It is deleted when they are used, after a day, and with the session. */
export const shareCache = 'carrel-shared'
export const shareMaxAgeMs = 86_400_000

export const shareProblems = ['tooLarge', 'wrongType', 'tooMany', 'full'] as const
export type ShareProblem = (typeof shareProblems)[number]

/** `at` is when it arrived (ms). `text` has the title, text and link, if the other app sent any. */
export type ShareInfo = {
  at: number
  text: string
  files: { name: string; type: string }[]
  problems: { name: string; problem: ShareProblem }[]
}

export const shareInfoAt = (key: string): string => `/share/${key}/info`
export const shareFileAt = (key: string, index: number): string => `/share/${key}/${index}`
