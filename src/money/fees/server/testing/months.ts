/*
 * The months of the second ledger: what was booked in each, and which of them are locked. A month is its first seven characters,
 * `2026-11`. It shares no line with the program that it judges.
 */

const DAY = 86_400_000
/** So many days after its end a month locks by itself. */
const LOCKS_AFTER = 45

export type Booked = { collected: number; otherIn: number; paidOut: number; handedOver: number }

const daysBefore = (day: string, days: number): string => new Date(Date.parse(day) - days * DAY).toISOString().slice(0, 10)
const monthOf = (day: string): string => day.slice(0, 7)
/** The month that ended before a day. */
const monthBefore = (day: string): string => monthOf(daysBefore(`${monthOf(day)}-01`, 1))

export const newMonths = () => {
  const months = new Map<string, Booked>()
  const closedDays = new Set<string>()
  let today = ''
  let lockedByHand = ''

  const lastLocked = (): string => {
    const byItself = monthBefore(daysBefore(today, LOCKS_AFTER))
    return byItself > lockedByHand ? byItself : lockedByHand
  }
  const isLocked = (day: string): boolean => monthOf(day) <= lastLocked()
  const add = (month: string, figure: keyof Booked, amount: number): void => {
    const booked = months.get(month) ?? { collected: 0, otherIn: 0, paidOut: 0, handedOver: 0 }
    months.set(month, { ...booked, [figure]: booked[figure] + amount })
  }

  return {
    setToday: (day: string): void => {
      today = day
    },
    daysAgo: (days: number): string => daysBefore(today, days),
    lastMonth: (): string => monthBefore(today),
    isLocked,
    /** The month and all months before it. */
    lock: (month: string): void => {
      if (month > lockedByHand) lockedByHand = month
    },
    lastLocked,
    /** Books an amount on a day, today where none is given. */
    book: (figure: 'collected' | 'otherIn' | 'paidOut', amount: number, day = today): void => {
      if (isLocked(day)) throw new Error(`${day} is in a locked month`)
      // A payment is not added to a day whose cash was counted already.
      add(monthOf(figure === 'collected' && closedDays.has(day) ? today : day), figure, amount)
    },
    /** A closing counts the cash up to a day, and so much is handed over. */
    close: (day: string, handedOver: number): void => {
      closedDays.add(day)
      add(monthOf(day), 'handedOver', handedOver)
    },
    booked: (month: string): Booked => months.get(month) ?? { collected: 0, otherIn: 0, paidOut: 0, handedOver: 0 },
    all: (): Booked[] => [...months.values()],
  }
}
export type Months = ReturnType<typeof newMonths>
