/*
 * The months of the second ledger: the amounts booked in each, and which are locked. A month is a string such as `2026-11`. It
 * shares no code with the program under test.
 */

const DAY = 86_400_000
/** A month locks automatically this many days after its end. */
const LOCKS_AFTER = 45

export type Booked = { collected: number; otherIn: number; paidOut: number; handedOver: number }

const daysBefore = (day: string, days: number): string => new Date(Date.parse(day) - days * DAY).toISOString().slice(0, 10)
const monthOf = (day: string): string => day.slice(0, 7)
/** Returns the last month that ended before a day. */
const monthBefore = (day: string): string => monthOf(daysBefore(`${monthOf(day)}-01`, 1))

export const newMonths = () => {
  const months = new Map<string, Booked>()
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
    /** Locks the month and all months before it. */
    lock: (month: string): void => {
      if (month > lockedByHand) lockedByHand = month
    },
    lastLocked,
    /** Books an amount on a day; defaults to today. */
    book: (figure: 'collected' | 'otherIn' | 'paidOut', amount: number, day = today): void => {
      if (isLocked(day)) throw new Error(`${day} is in a locked month`)
      add(monthOf(day), figure, amount)
    },
    /** Records a closing that counts the cash up to a day, and the amount handed over. */
    close: (day: string, handedOver: number): void => add(monthOf(day), 'handedOver', handedOver),
    booked: (month: string): Booked => months.get(month) ?? { collected: 0, otherIn: 0, paidOut: 0, handedOver: 0 },
    all: (): Booked[] => [...months.values()],
  }
}
export type Months = ReturnType<typeof newMonths>
