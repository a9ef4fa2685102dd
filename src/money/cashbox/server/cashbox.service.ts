import { addDays } from '#contract/day.ts'
import { toRupees } from '#contract/money.ts'
import { newId } from '#server/db/ids.ts'
import type { CashMoveKind, CashMovesTable } from '#server/db/tables/money.cashbox.ts'
import type { Db } from '#server/db/tables.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { endOfHallDay, type HallClock, hallDay, nextHallDay } from '#server/hallDay.ts'
import { type Cash, netCash } from '../cashbox.policy.ts'
import type { CashInBox, CashOfDay } from '../cashbox.shapes.contract.ts'
import * as closings from './cashbox.closings.db.ts'
import * as rows from './cashbox.moves.db.ts'

/*
 * The cash box is one running balance. Every cash movement is a row of `cash_moves`. Their instants increase strictly in commit
 * order, because all of them are written under the lock `fees`. An instant therefore identifies exactly the movements up to it: the
 * ones that a clerk counted while other clerks went on entering payments.
 */

const oneLater = (instant: string): string => new Date(Date.parse(instant) + 1).toISOString()
/** Returns the latest of these instants; an empty string if there is none. */
export const latest = (...instants: readonly (string | undefined)[]): string => instants.reduce<string>((a, b = '') => (a > b ? a : b), '')

/** Records a cash movement. Requires the lock `fees`. `amount` is in paise, negative if cash leaves the box. */
export const moveCash = async (tx: Db, { now }: Pick<Ctx, 'now'>, move: Pick<CashMovesTable, 'kind' | 'ref' | 'amount'>): Promise<void> => {
  // If the clock was set back, or the box was closed in this millisecond, the movement must still come after the movements that a
  // closing already covers.
  const { moved, closed } = await rows.lastOfBoth(tx)
  const before = latest(moved ?? '', closed ?? '')
  const at = now.toISOString()
  await rows.insertMove(tx, { id: newId(), at: at > before ? at : oneLater(before), ...move })
}

const nothing: Cash = { cashIn: 0, cashRefunds: 0, cashVoids: 0, paidOut: 0, otherIn: 0 }

/** The figure to which each kind of movement is added, and its sign. */
const figureOf: Record<CashMoveKind, readonly [figure: keyof Cash, sign: 1 | -1]> = {
  payment: ['cashIn', 1],
  'payment-void': ['cashVoids', -1],
  refund: ['cashRefunds', -1],
  'refund-void': ['cashVoids', -1],
  out: ['paidOut', -1],
  'out-void': ['paidOut', -1],
  in: ['otherIn', 1],
  'in-void': ['otherIn', 1],
}

const summed = (moved: readonly { kind: CashMoveKind; amount: number }[]): Cash => {
  const cash = { ...nothing }
  for (const { kind, amount } of moved) {
    const [figure, sign] = figureOf[kind]
    cash[figure] += sign * amount
  }
  return cash
}

/** The box between its last closing and an instant, in paise. */
export type Balance = Cash & { openingFloat: number; expected: number }

/** Returns the movements between the last closing and `until`, and the cash expected in the box at that instant. */
export const balanceAt = async (db: Db, last: closings.LastClosing | undefined, until: string): Promise<Balance> => {
  const cash = summed(await rows.sums(db, last?.asOf ?? '', until))
  const openingFloat = last ? last.counted - last.handedOver : 0
  return { ...cash, openingFloat, expected: openingFloat + netCash(cash) }
}

/**
 * Returns the instant up to which every movement counts: the last movement or the last closing or, if there is neither, the
 * millisecond before now, so that a first movement entered in this millisecond is excluded.
 */
export const latestInstant = async (db: Db, last: closings.LastClosing | undefined, now: Date): Promise<string> =>
  latest((await rows.lastMove(db))?.at, last?.asOf) || new Date(now.getTime() - 1).toISOString()

/** Maximum number of days summed in one statement; each day uses three variables. */
const DAYS_AT_ONCE = 400

/** Returns the days from that of an instant on, each with the instants that delimit its movements. */
const spansFrom = (clock: HallClock, first: string, after: string, until: string): rows.Span[] => {
  const spans: rows.Span[] = []
  let from = after
  for (let day = hallDay(clock, new Date(first)); spans.length < DAYS_AT_ONCE && from < until; day = addDays(day, 1)) {
    const end = endOfHallDay(clock, day)
    spans.push({ day, after: from, until: end < until ? end : until })
    from = end
  }
  return spans
}

/** Returns the movements of each day after an instant, newest day first. */
const daysBetween = async (db: Db, clock: HallClock, after: string, until: string): Promise<CashOfDay[]> => {
  const byDay = new Map<string, { kind: CashMoveKind; amount: number }[]>()
  for (let from = after; ; ) {
    // Skips long periods without cash movements.
    const first = await rows.firstMove(db, from, until)
    if (!first) break
    const spans = spansFrom(clock, first.at, from, until)
    for (const { day, ...moved } of await rows.sumsOf(db, spans)) byDay.set(day, [...(byDay.get(day) ?? []), moved])
    from = spans.at(-1)?.until ?? until
  }
  return [...byDay]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .map(([day, moved]) => {
      const cash = summed(moved)
      return { day, ...inRupees(cash), net: toRupees(netCash(cash)) }
    })
}

export const inRupees = ({ cashIn, cashRefunds, cashVoids, paidOut, otherIn }: Cash): Cash => ({
  cashIn: toRupees(cashIn),
  cashRefunds: toRupees(cashRefunds),
  cashVoids: toRupees(cashVoids),
  paidOut: toRupees(paidOut),
  otherIn: toRupees(otherIn),
})

/** Maximum number of days listed one by one; the rest are only counted. */
const DAYS_LISTED = 31

export const cashInBox = async (ctx: Ctx): Promise<CashInBox> => {
  ctx.staleAt(nextHallDay(ctx))
  const { db, now } = ctx
  const last = await closings.last(db)
  const asOf = await latestInstant(db, last, now)
  const balance = await balanceAt(db, last, asOf)
  const days = await daysBetween(db, ctx, last?.asOf ?? '', asOf)
  return {
    asOf,
    openingFloat: toRupees(balance.openingFloat),
    ...inRupees(balance),
    expected: toRupees(balance.expected),
    lastClosedAt: last?.closedAt ?? null,
    unclosedDays: days.length,
    unclosedSince: days.at(-1)?.day ?? null,
    days: days.slice(0, DAYS_LISTED),
  }
}
