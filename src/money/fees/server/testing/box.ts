/*
 * The cash box of the second ledger: a list of movements in the order they were made, and closings that record how many movements
 * they cover. It uses no instants and no database.
 */

import type { Months } from './months.ts'

type Kind = 'in' | 'refund' | 'void' | 'out' | 'other'
type Movement = { kind: Kind; amount: number }
type Entry = { id: string; kind: 'out' | 'in'; amount: number; isVoid: boolean }
type Figures = {
  openingFloat: number
  cashIn: number
  cashRefunds: number
  cashVoids: number
  paidOut: number
  otherIn: number
  expected: number
}
type Closing = Figures & { id: string; counted: number; handedOver: number; until: number }
/** `on` is the day of a backdated entry. */
type NewEntry = Omit<Entry, 'isVoid'> & { on?: string | undefined }
/** `day` is the day that the closing counts up to. */
type NewClosing = Pick<Closing, 'id' | 'counted' | 'handedOver'> & { day: string }

export const newBox = (months: Months) => {
  const movements: Movement[] = []
  const entries: Entry[] = []
  const closings: Closing[] = []

  const figures = (from: number, until: number, openingFloat: number): Figures => {
    const some = movements.slice(from, until)
    const of = (kind: Kind): number => some.filter((one) => one.kind === kind).reduce((all, { amount }) => all + amount, 0)
    const all = some.reduce((sum, { amount }) => sum + amount, 0)
    return {
      openingFloat,
      cashIn: of('in'),
      cashRefunds: 0 - of('refund'),
      cashVoids: 0 - of('void'),
      paidOut: 0 - of('out'),
      otherIn: of('other'),
      expected: openingFloat + all,
    }
  }
  const since = (until = movements.length): Figures => {
    const last = closings.at(-1)
    return figures(last?.until ?? 0, until, last ? last.counted - last.handedOver : 0)
  }
  const handedOver = (): number => closings.reduce((all, one) => all + one.handedOver, 0)

  return {
    /** Adds cash received as a payment or paid as a refund, or reverses one that was voided. */
    move: (kind: 'in' | 'refund' | 'void', amount: number): void => void movements.push({ kind, amount }),
    enter: ({ on, ...entry }: NewEntry): void => {
      entries.push({ ...entry, isVoid: false })
      months.book(entry.kind === 'in' ? 'otherIn' : 'paidOut', entry.amount, on)
      movements.push(entry.kind === 'in' ? { kind: 'other', amount: entry.amount } : { kind: 'out', amount: -entry.amount })
    },
    /** Returns whether the void is allowed. */
    voidEntry: (id: string): boolean => {
      const entry = entries.find((one) => one.id === id)
      if (!entry || entry.isVoid) return false
      entry.isVoid = true
      months.book(entry.kind === 'in' ? 'otherIn' : 'paidOut', -entry.amount)
      movements.push(entry.kind === 'in' ? { kind: 'other', amount: -entry.amount } : { kind: 'out', amount: entry.amount })
      return true
    },
    /** Returns the number of movements, as a clerk would see it now. */
    size: (): number => movements.length,
    since,
    close: ({ day, ...closing }: NewClosing, until = movements.length): void => {
      closings.push({ ...since(until), ...closing, until })
      months.close(day, closing.handedOver)
    },
    closings: () => closings.map(({ until: _, ...closing }) => closing),
    /** Returns other money in minus money paid out, without void entries. */
    entered: () => {
      const of = (kind: Entry['kind']): number =>
        entries.filter((one) => one.kind === kind && !one.isVoid).reduce((all, { amount }) => all + amount, 0)
      return { otherIn: of('in'), paidOut: of('out') }
    },
    handedOver,
    /** Returns all cash that ever moved, computed from the movements alone. */
    total: (): number => movements.reduce((all, { amount }) => all + amount, 0),
  }
}
