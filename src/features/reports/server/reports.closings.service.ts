import { nextMidnight } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { formatsFor } from '#contract/format.ts'
import { toPaise, toRupees } from '#contract/money.ts'
import { writeAudit } from '#features/audit/server/audit.service.ts'
import { lockErrors } from '#features/locks/locks.contract.ts'
import { newId } from '#server/db/ids.ts'
import { lock } from '#server/db/locks.ts'
import type { ClosingsTable, Db } from '#server/db/tables.ts'
import type { Request } from '#server/http/feature.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Ctx } from '#server/platform.ts'
import { type CashOfDay, type Closing, reportErrors, type reportsApi } from '../reports.contract.ts'
import { expectedCash, leftInBox } from '../reports.policy.ts'
import * as rows from './reports.closings.db.ts'
import { todayOf } from './reports.service.ts'

const { rupees } = formatsFor('en-IN')

type Open = rows.Cash & { openingFloat: number; closings: number }

/** The cash of a day that no closing has counted, in paise. */
const openCash = async (db: Db, day: string): Promise<Open> => {
  const whole = (await rows.cashOf(db, [day]))(day)
  const closed = (await rows.closedOf(db, [day]))(day)
  const last = await rows.last(db, day)
  return {
    openingFloat: last ? leftInBox(last) : 0,
    cashIn: whole.cashIn - closed.cashIn,
    cashRefunds: whole.cashRefunds - closed.cashRefunds,
    cashVoids: whole.cashVoids - closed.cashVoids,
    closings: closed.closings,
  }
}

export const cashOfDay = async (ctx: Ctx, { query }: Request<typeof reportsApi.cashOfDay>): Promise<CashOfDay> => {
  ctx.staleAt(nextMidnight(ctx.config.timeZone, ctx.now))
  const day = query.day ?? todayOf(ctx)
  const { openingFloat, cashIn, cashRefunds, cashVoids, closings } = await openCash(ctx.db, day)
  return {
    day,
    openingFloat: toRupees(openingFloat),
    cashIn: toRupees(cashIn),
    cashRefunds: toRupees(cashRefunds),
    cashVoids: toRupees(cashVoids),
    closings,
  }
}

const toClosing = (row: ClosingsTable, later: number): Closing => ({
  _id: row.id,
  day: row.day,
  nth: row.nth,
  openingFloat: toRupees(row.openingFloat),
  cashIn: toRupees(row.cashIn),
  cashRefunds: toRupees(row.cashRefunds),
  cashVoids: toRupees(row.cashVoids),
  expected: toRupees(row.expected),
  counted: toRupees(row.counted),
  difference: toRupees(row.counted - row.expected),
  handedTo: row.handedTo,
  notes: row.notes,
  closedBy: row.closedByName,
  closedAt: row.closedAt,
  later: toRupees(later),
})

/** By day and, within one day, by their order, the last first. */
const newestFirst = {
  write: ({ day, nth }: rows.Place) => `${day}_${nth}`,
  read: (cursor: string) => {
    const [, day, nth] = /^(\d{4}-\d\d-\d\d)_(\d{1,6})$/.exec(cursor) ?? []
    return day === undefined ? undefined : { day, nth: Number(nth) }
  },
}

const net = ({ cashIn, cashRefunds, cashVoids }: rows.Cash): number => cashIn - cashRefunds - cashVoids

export const closings = async ({ db }: Ctx, { query }: Request<typeof reportsApi.closings>): Promise<Reply<typeof reportsApi.closings>> => {
  const { items, nextCursor } = await pageOf(newestFirst, query, (limit, after) => rows.page(db, limit, after))
  const days = [...new Set(items.map(({ day }) => day))]
  const [whole, closed] = [await rows.cashOf(db, days), await rows.closedOf(db, days)]
  const laterOf = ({ day, nth }: ClosingsTable) => (nth === closed(day).closings ? net(whole(day)) - net(closed(day)) : 0)
  return { items: items.map((row) => toClosing(row, laterOf(row))), nextCursor }
}

type Body = Request<typeof reportsApi.closeDay>['body']

const insertClosing = async (tx: Db, ctx: Ctx, day: string, body: Body): Promise<ClosingsTable> => {
  const { cashIn, cashRefunds, cashVoids, closings: before } = await openCash(tx, day)
  const openingFloat = toPaise(body.openingFloat)
  const expected = expectedCash({ openingFloat, cashIn, cashRefunds, cashVoids })
  if (toPaise(body.expected) !== expected) {
    const message = `Money was entered meanwhile: ${rupees(toRupees(expected))} is expected now.`
    throw new AppError(reportErrors.changed, { message })
  }
  const closing: ClosingsTable = {
    id: newId(),
    day,
    nth: before + 1,
    openingFloat,
    cashIn,
    cashRefunds,
    cashVoids,
    expected,
    counted: toPaise(body.counted),
    handedTo: body.handedTo ?? '',
    notes: body.notes ?? '',
    closedBy: ctx.me._id,
    closedByName: ctx.me.name,
    closedAt: ctx.now.toISOString(),
    asOf: ctx.now.toISOString(),
    paidOut: 0,
    otherIn: 0,
  }
  await rows.insert(tx, closing)
  return closing
}

export const closeDay = async (ctx: Ctx, { body }: Request<typeof reportsApi.closeDay>): Promise<Closing> => {
  const day = body.day ?? todayOf(ctx)
  const { inTheFuture } = lockErrors
  if (day > todayOf(ctx)) throw new AppError(inTheFuture, { fields: { day: inTheFuture.message } })
  const closing = await ctx.transact(async (tx) => {
    // Payments and refunds take the same lock, so that none comes between what is summed and what is written.
    await lock(tx, 'fees')
    const row = await insertClosing(tx, ctx, day, body)
    const { nth, openingFloat, expected, counted, handedTo, notes } = row
    const after = {
      day,
      nth,
      float: toRupees(openingFloat),
      expected: toRupees(expected),
      counted: toRupees(counted),
      difference: toRupees(counted - expected),
      handedTo,
      notes,
    }
    await writeAudit(tx, ctx, { action: 'fees.closeDay', after })
    ctx.notify('fees', [])
    return row
  })
  return toClosing(closing, 0)
}
