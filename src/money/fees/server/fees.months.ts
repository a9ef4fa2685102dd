import { dayOfMonth, monthOfDay } from '#contract/month.ts'

/** A period of membership, both days included; without an end it goes on. */
export type Stay = { from: string; to: string | null }

/**
 * The months that are charged, in their order: every month in which someone was a member for a day, from the month of
 * the opening entry on and up to the current one. A gap between two stays is no month of any.
 */
export const chargedMonths = (stays: readonly Stay[], chargeFrom: number | null, today: string): number[] => {
  const current = monthOfDay(today)
  const months = new Set<number>()
  for (const { from, to } of stays) {
    const last = to === null ? current : Math.min(monthOfDay(to), current)
    if (to !== null && to < from) continue
    for (let month = Math.max(monthOfDay(from), chargeFrom ?? 0); month <= last; month++) months.add(month)
  }
  return [...months].sort((one, other) => one - other)
}

/** The stay that a month belongs to: the latest that touches it. */
const stayIn = (stays: readonly Stay[], month: number): Stay | undefined =>
  stays.findLast(({ from, to }) => monthOfDay(from) <= month && (to === null || monthOfDay(to) >= month)) ?? stays.at(-1)

/**
 * When the fee of a month is due: on the hall's fixed day, or on the day of the month on which the student joined; clamped
 * to the month, and never before the student was there.
 */
export const dueDay = (stays: readonly Stay[], month: number, fixedDay: number | null): string => {
  const stay = stayIn(stays, month)
  const due = dayOfMonth(month, fixedDay ?? Number(stay?.from.slice(8) ?? 1))
  return stay && monthOfDay(stay.from) === month && due < stay.from ? stay.from : due
}
