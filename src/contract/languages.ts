/** The languages, each with the locale that formats its numbers and dates. English is the original. */
export const languages = { en: 'en-IN' } as const
export type Language = keyof typeof languages
