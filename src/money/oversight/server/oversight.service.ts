import { addDays, wallClockIn } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import { toPaise, toRupees } from '#contract/money.ts'
import { dayOfMonth, daysIn, monthOfDay } from '#contract/month.ts'
import { lockLimits } from '#money/locks/locks.contract.ts'
import { hasBegun, momentOf } from '#money/passes/passes.policy.ts'
import { type SeatLabels, seatLabels } from '#people/rooms/server/rooms.read.service.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallToday, startOfHallDay } from '#server/hallDay.ts'
import { pageOf } from '#server/http/paging.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import {
  type CheckEntry,
  type CheckFigure,
  type CheckKind,
  type CheckSummary,
  checkKinds,
  type oversightApi,
  owingDays,
} from '../oversight.contract.ts'
import * as rows from './oversight.db.ts'
import type { Window } from './oversight.sources.db.ts'

/*
 * What a clerk can do to keep money, and where the owner sees it: a fee is reduced, or a month or a day pass costs less (`concessions`), a payment
 * is voided after its receipt was handed over or replaced by a smaller one (`voids`), entered late (`dates`), entered as a transfer
 * without a traceable reference (`references`), or refunded (`refunds`); cash is missing from the box (`differences`) or not
 * counted in it (`unclosed`); a student has a seat without being charged (`uncharged`) or pays without a receipt (`owing`); a seat is
 * marked as out of order and sold for cash without a receipt (`outages`); and the credit of a deleted student remains (`left`).
 */

const monthText = (period: number): string => dayOfMonth(period, 1).slice(0, 7)

/** The prices of a month are compared with those of the months before and after it. */
const pricesFor = async (ctx: Ctx, period: number, now: string): Promise<Pick<Window, 'pricesFrom' | 'pricesUntil' | 'passPrice'>> => {
  const pricesFrom = startOfHallDay(ctx, dayOfMonth(period - 1, 1))
  const pricesUntil = startOfHallDay(ctx, dayOfMonth(period + 2, 1))
  const { dayPassFee } = await hallSettings(ctx.db)
  return { pricesFrom, pricesUntil, passPrice: dayPassFee === null || now >= pricesUntil ? null : toPaise(dayPassFee) }
}

const windowOf = async (ctx: Ctx, month: string | undefined): Promise<Window & { month: string }> => {
  const today = hallToday(ctx)
  const period = monthOfDay(`${month ?? today.slice(0, 7)}-01`)
  const days = Array.from({ length: daysIn(period) }, (_, index) => dayOfMonth(period, index + 1)).map((day) => ({
    day,
    from: startOfHallDay(ctx, day),
    until: startOfHallDay(ctx, addDays(day, 1)),
    beforeYesterday: addDays(day, -2),
    farBack: addDays(day, -lockLimits.freeDaysBack - 1),
  }))
  // A day must be closed by the end of the next one.
  const toClose = days.map(({ day, from: late }) => {
    const closing = addDays(day, -2)
    return { day: closing, from: startOfHallDay(ctx, closing), until: startOfHallDay(ctx, addDays(day, -1)), late }
  })
  const ends = { from: days[0]?.from ?? '', until: days.at(-1)?.until ?? '' }
  const now = ctx.now.toISOString()
  const prices = await pricesFor(ctx, period, now)
  return { now, today, owingSince: addDays(today, -owingDays), month: monthText(period), days, toClose, ...ends, ...prices }
}

const toFigure = (kind: CheckKind, figures: readonly rows.FigureRow[]): CheckFigure => {
  const sum = (key: 'count' | 'flagged' | 'amount' | 'unlisted') => figures.reduce((all, row) => all + row[key], 0)
  return { kind, count: sum('count'), flagged: sum('flagged'), amount: toRupees(sum('amount')), unlisted: sum('unlisted') }
}

type OfKind = { kind: CheckKind; figures: rows.FigureRow[] }

const clerksOf = (found: readonly OfKind[]): CheckSummary['clerks'] => {
  const byClerk = Map.groupBy(
    found.flatMap(({ kind, figures }) => figures.map((row) => ({ kind, row }))),
    ({ row }) => row.byId,
  )
  return [...byClerk]
    .flatMap(([_id, entries]) => {
      if (_id === null) return []
      const byKind = Map.groupBy(entries, ({ kind }) => kind)
      const kinds = [...byKind].map(([kind, some]) =>
        toFigure(
          kind,
          some.map(({ row }) => row),
        ),
      )
      return [{ _id, name: entries[0]?.row.byName ?? '', count: kinds.reduce((sum, { count }) => sum + count, 0), kinds }]
    })
    .sort((one, other) => other.count - one.count)
}

export const summary = async (ctx: Ctx, { query }: Input<typeof oversightApi.summary>): Promise<CheckSummary> => {
  const window = await windowOf(ctx, query.month)
  const found: OfKind[] = []
  for (const kind of checkKinds) found.push({ kind, figures: await rows.figures(ctx.db, kind, window) })
  const kinds = found.map(({ kind, figures }) => toFigure(kind, figures))
  return { month: window.month, count: kinds.reduce((sum, { count }) => sum + count, 0), kinds, clerks: clerksOf(found) }
}

const countOf = async ({ db }: Ctx, kind: CheckKind, window: Window): Promise<number> =>
  toFigure(kind, await rows.figures(db, kind, window)).count

/** Returns the number of entries of this month to check. */
export const countToCheck = async (ctx: Ctx): Promise<number> => {
  const window = await windowOf(ctx, undefined)
  let count = 0
  for (const kind of checkKinds) count += await countOf(ctx, kind, window)
  return count
}

const orNull = (paise: number | null): number | null => (paise === null ? null : toRupees(paise))

const successorOf = ({ nextNumber, nextAmount, amount }: rows.EntryRow): CheckEntry['successor'] =>
  nextNumber === null || nextAmount === null
    ? null
    : { number: nextNumber, amount: toRupees(nextAmount), difference: toRupees(amount - nextAmount) }

const passOf = ({ config }: Pick<Ctx, 'config'>, { passDay, passStarts, shiftName, soldAt, soldByName, happenedAt }: rows.EntryRow) => {
  if (!passDay || !soldAt) return null
  const hadBegun = hasBegun(passStarts ?? 0, passDay, momentOf(wallClockIn(config.timeZone, new Date(happenedAt))))
  return { day: passDay, shift: shiftName ?? '', soldBy: soldByName ?? '', soldAt, hadBegun }
}

const toEntry = (ctx: Ctx, row: rows.EntryRow, labels: SeatLabels): CheckEntry => {
  const label = labels.get(row.seatNumber ?? 0)
  const isMonth = row.subject === 'paid-up-to'
  return {
    _id: row.id,
    subject: row.subject,
    flagged: row.flagged === 1,
    studentId: row.userId,
    studentName: row.student,
    deleted: row.deletedAt !== null,
    seatNumber: row.seatNumber,
    ...(label !== undefined && { seatLabel: label }),
    at: row.happenedAt || null,
    by: row.byName,
    amount: toRupees(Number(row.amount)),
    times: Number(row.times ?? 1),
    reason: row.reason,
    number: row.number,
    receiptId: row.receiptId,
    day: row.day,
    lastDay: row.lastDay ?? null,
    printedAt: row.printedAt,
    successor: successorOf(row),
    pass: passOf(ctx, row),
    before: isMonth ? null : orNull(row.beforeValue),
    after: isMonth ? null : orNull(row.afterValue),
    month: isMonth && row.afterValue !== null ? monthText(row.afterValue) : null,
    closed: row.closedAt === null ? null : { at: row.closedAt, by: row.closedByName ?? '' },
  }
}

/** Sorts by the flag, the instant in milliseconds, if there is one, and the id. */
const byFlag = {
  write: ({ flagged, happenedAt, id }: rows.After) => `${flagged}_${happenedAt && Date.parse(happenedAt)}_${id}`,
  read: (cursor: string): rows.After | undefined => {
    const [, flagged, at, id] = /^([01])_(\d{0,14})_([\w-]+)$/.exec(cursor) ?? []
    if (at === undefined || id === undefined) return undefined
    return { flagged: Number(flagged), happenedAt: at && new Date(Number(at)).toISOString(), id }
  },
}

/** Sorts by the day since which something is owed and, within a day, by id. */
const longestFirst = {
  write: ({ day, id }: Pick<rows.EntryRow, 'day' | 'id'>) => `${day}_${id}`,
  read: (cursor: string) => {
    const [, day, id] = /^(\d{4}-\d\d-\d\d)_([\w-]+)$/.exec(cursor) ?? []
    return day === undefined || id === undefined ? undefined : { day, id }
  },
}

export const entries = async (ctx: Ctx, { query }: Input<typeof oversightApi.entries>): Promise<Reply<typeof oversightApi.entries>> => {
  const window = await windowOf(ctx, query.month)
  const { items, nextCursor } =
    query.kind === 'owing'
      ? await pageOf(longestFirst, query, (limit, after) => rows.longestOwing(ctx.db, window, limit, after))
      : await pageOf(byFlag, query, (limit, after) => rows.page(ctx.db, query.kind, window, limit, after))
  const total = Number(items[0]?.total ?? (await countOf(ctx, query.kind, window)))
  const labels = await seatLabels(ctx.db)
  return { items: items.map((row) => toEntry(ctx, row, labels)), nextCursor, total }
}
