import { daysIn, monthOfDay } from '#contract/month.ts'
import { partsOfCut, type StudentFee } from '#money/fees/server/fees.release.service.ts'
import type { RunningShare } from '../leaving.contract.ts'

/** A fee and its reductions, in paise. */
export type Cut = { fee: StudentFee; withdrawn: number; returned: number }

/** Rounds computed amounts to whole rupees, as halls pay them. */
const wholeRupees = (paise: number): number => Math.round(paise / 100) * 100

/** The last day of the first half of a month. */
const MIDDLE = 15

/** Returns the part of a month's fee that is unused after the last day. */
export const unusedPart = (amount: number, lastDay: string, share: RunningShare): number => {
  const last = Number(lastDay.slice(8))
  const days = daysIn(monthOfDay(lastDay))
  const part = { none: 0, days: (amount * (days - last)) / days, half: last <= MIDDLE ? amount / 2 : 0 }[share]
  return Math.min(amount, wholeRupees(part))
}

/** Returns the reduction of a fee: all of it for deposits and for months after the last day, the share for the month of the last day. */
const cutOf = ({ kind, period, amount }: StudentFee, lastDay: string, share: RunningShare): number => {
  if (kind === 'deposit') return amount
  if (kind !== 'monthly') return 0
  const month = monthOfDay(lastDay)
  if (period > month) return amount
  return period === month ? unusedPart(amount, lastDay, share) : 0
}

export type Terms = { lastDay: string; share: RunningShare }

/** Returns the settlement, in paise. A positive `net` is paid to the student. */
export const settle = (fees: readonly StudentFee[], credit: number, { lastDay, share }: Terms) => {
  const cuts: Cut[] = fees.map((fee) => {
    const { waived: withdrawn, returned } = partsOfCut(fee, cutOf(fee, lastDay, share))
    return { fee, withdrawn, returned }
  })
  const owed = cuts.map(({ fee, withdrawn }) => ({ fee, amount: fee.amount - fee.paidAmount - withdrawn }))
  const net = cuts.reduce((sum, { returned }) => sum + returned, credit) - owed.reduce((sum, { amount }) => sum + amount, 0)
  return {
    cuts: cuts.filter(({ withdrawn, returned }) => withdrawn + returned > 0),
    dues: owed.filter(({ amount }) => amount > 0),
    net,
  }
}
