import { formatDay } from '#web/words.ts'

/** Formats `2026-10` as `Oct 2026`. */
export const monthOf = (month: string): string => formatDay(`${month}-01`).replace(/^1\s/, '')
