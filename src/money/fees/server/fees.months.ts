import { dayOfMonth, monthOfDay } from '#contract/month.ts'
import type { MonthBegins } from '#system/customization/customization.settings.contract.ts'

/** A period of membership, both days included; without an end it is still running. */
export type Stay = { from: string; to: string | null }

/**
 * Returns the charged months in order: every month with at least one day of membership, from the month of the opening entry up to
 * the current one. Gaps between stays are not charged.
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

/** Returns the stay that a month belongs to: the latest one that overlaps it. */
export const stayIn = (stays: readonly Stay[], month: number): Stay | undefined =>
  stays.findLast(({ from, to }) => monthOfDay(from) <= month && (to === null || monthOfDay(to) >= month)) ?? stays.at(-1)

/**
 * Returns the due date of a month's fee: the hall's fixed day, or the day of the month on which the student joined. It is clamped
 * to the month and is never before the student joined.
 */
export const dueDay = (stays: readonly Stay[], month: number, fixedDay: number | null): string => {
  const stay = stayIn(stays, month)
  const due = dayOfMonth(month, fixedDay ?? Number(stay?.from.slice(8) ?? 1))
  return stay && monthOfDay(stay.from) === month && due < stay.from ? stay.from : due
}

/**
 * Returns the day on which a month of a stay begins: the day of joining in its first month, then the hall's month start or the
 * joining day.
 */
export const monthStart = ({ from }: Stay, month: number, begins: MonthBegins): string => {
  if (month === monthOfDay(from)) return from
  return dayOfMonth(month, begins === 'first' ? 1 : Number(from.slice(8)))
}

type Automatic = {
  stays: readonly Stay[]
  /** The month of the opening entry; no month before it is charged. */
  chargeFrom: number | null
  /** The day on which the account was created. */
  createdOn: string
  /** The day on which charging was switched on. */
  since: string
  /** True if the account was created after that, perhaps on the same day. */
  isNew: boolean
  begins: MonthBegins
  today: string
}

/**
 * Returns the months that are charged automatically, in order: those that began on or after both the day on which charging was
 * switched on and the day on which the account was created, and the month in which a student joins. Earlier months are charged only
 * by `generate`.
 */
export const automaticMonths = ({ stays, chargeFrom, createdOn, since, isNew, begins, today }: Automatic): number[] => {
  const first = createdOn > since ? createdOn : since
  const months = new Set<number>()
  for (const stay of stays) {
    for (let month = monthOfDay(stay.from); month <= monthOfDay(today); month++) {
      const start = monthStart(stay, month, begins)
      const isOver = stay.to !== null && start > stay.to
      if (isOver || start > today || month < (chargeFrom ?? 0)) continue
      const joinsIn = start === stay.from && isNew && monthOfDay(createdOn) === month
      if (start >= first || joinsIn) months.add(month)
    }
  }
  return [...months].sort((one, other) => one - other)
}
