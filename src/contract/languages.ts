/** The languages there are, each with the locale that formats its numbers and dates. English is the one that others translate. */
export const languages = { en: 'en-IN' } as const
export type Language = keyof typeof languages
