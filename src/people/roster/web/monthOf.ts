import { formatDay } from '#web/words.ts'

/** `2026-10` as `Oct 2026`: the day without its day. */
export const monthOf = (month: string): string => formatDay(`${month}-01`).replace(/^1\s/, '')
