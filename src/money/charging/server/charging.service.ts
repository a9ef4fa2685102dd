import { addDays } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { toRupees } from '#contract/money.ts'
import { addMonths, dayOfMonth, monthOfDay } from '#contract/month.ts'
import { studentCard } from '#money/fees/server/fees.accounts.service.ts'
import { type Begun, begunMonths, type Charging, chargeableStudents, withdrawCharges } from '#money/fees/server/fees.automatic.service.ts'
import { monthlyFeeOf } from '#money/fees/server/fees.service.ts'
import { lockLedger } from '#money/locks/server/locks.ledger.service.ts'
import { groupAsked } from '#people/users/server/users.hooks.ts'
import type { ChargingRunsTable } from '#server/db/tables/money.charging.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { type HallNow, hallToday, nextHallDay } from '#server/hallDay.ts'
import { pageOf } from '#server/http/paging.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import type { Hall } from '#system/customization/customization.settings.contract.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import { type ChargingRun, type ChargingState, type chargingApi, chargingErrors, type UnchargedStudent } from '../charging.contract.ts'
import * as rows from './charging.db.ts'

const toRun = ({ id, undoneAt, undoneByName, fees, amount, withdrawn, ...row }: ChargingRunsTable): ChargingRun => ({
  _id: id,
  day: row.day,
  at: row.at,
  fees,
  amount: toRupees(amount),
  undone: undoneAt === null ? null : { at: undoneAt, by: undoneByName ?? '', withdrawn },
})

const STUDENTS_AT_ONCE = 500

/** The months of all students that have begun by a day and are not charged yet. */
const begunBy = async (ctx: Ctx, asked: Charging): Promise<Begun> => {
  const all: Begun = { months: [], unconfirmed: 0 }
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await chargeableStudents(ctx.db, STUDENTS_AT_ONCE, after)
    const { months, unconfirmed } = await begunMonths(ctx.db, ctx, page, asked)
    all.months.push(...months)
    all.unconfirmed += unconfirmed
    after = page.length < STUDENTS_AT_ONCE ? undefined : page.at(-1)?.id
  }
  return all
}

/** The days on which the next months begin: the next 1st, or, where everybody has a day of their own, the days of a month from now. */
const nextDays = (today: string, { monthBegins }: Hall): { from: string; to: string } => {
  const first = dayOfMonth(monthOfDay(today) + 1, 1)
  return monthBegins === 'first' ? { from: first, to: first } : { from: addDays(today, 1), to: addMonths(today, 1) }
}

export const state = async (ctx: Ctx): Promise<ChargingState> => {
  const { db, now } = ctx
  ctx.staleAt(nextHallDay(ctx))
  const today = hallToday(ctx)
  const { isOn, startedAt, since } = await rows.state(db)
  const { from, to } = nextDays(today, await hallSettings(db))
  // Switched on today, it would charge what begins after today.
  const charging = isOn ? { startedAt, since: since ?? today } : { startedAt: now.toISOString(), since: addDays(today, 1) }
  const { months, unconfirmed } = await begunBy(ctx, { ...charging, today: to })
  const last = await rows.newestRun(db)
  const amount = toRupees(months.reduce((sum, month) => sum + month.amount, 0))
  return {
    isOn: isOn === 1,
    since,
    next: months.length === 0 ? null : { from, to, fees: months.length, amount },
    lastRun: last ? toRun(last) : null,
    skipped: { feeNotConfirmed: unconfirmed, noJoiningDate: await rows.countWithoutJoiningDate(db, today) },
  }
}

export const setOn = async (ctx: Ctx, { body }: Input<typeof chargingApi.setOn>): Promise<ChargingState> => {
  await ctx.transact(async (tx) => {
    await lockLedger(tx, ctx)
    const before = await rows.state(tx)
    if ((before.isOn === 1) === body.isOn) return
    const begun = body.isOn ? { startedAt: ctx.now.toISOString(), since: hallToday(ctx) } : { startedAt: null, since: null }
    await rows.setState(tx, { isOn: body.isOn ? 1 : 0, ...begun, lastDay: null, feeWasConfirmed: 0 })
    await writeAudit(tx, ctx, { action: 'charging.setOn', before: { isOn: !body.isOn }, after: { isOn: body.isOn, since: begun.since } })
  })
  return state(ctx)
}

export const undo = async (ctx: Ctx, { params }: Input<typeof chargingApi.undo>): Promise<ChargingRun> =>
  ctx.transact(async (tx) => {
    await lockLedger(tx, ctx)
    const run = await rows.run(tx, params.id)
    if (!run) throw new AppError(commonErrors.notFound)
    if (run.undoneAt !== null) throw new AppError(chargingErrors.alreadyUndone)
    const withdrawn = await withdrawCharges(tx, ctx, await rows.feesOf(tx, run.id))
    const undone = { undoneAt: ctx.now.toISOString(), undoneBy: ctx.me._id, undoneByName: ctx.me.name, withdrawn }
    await rows.setUndone(tx, run.id, undone)
    await writeAudit(tx, ctx, { action: 'charging.undo', after: { day: run.day, fees: run.fees, withdrawn } })
    return toRun({ ...run, ...undone })
  })

/** By seat and, within one seat, by id. */
const bySeat = {
  write: ({ seatNumber, id }: { seatNumber: number | null; id: string }) => `${seatNumber}_${id}`,
  read: (cursor: string): rows.Place | undefined => {
    const [, seat, id] = /^(\d{1,6})_(.+)$/.exec(cursor) ?? []
    return seat === undefined || id === undefined ? undefined : { seatNumber: Number(seat), id }
  },
}

type Row = Awaited<ReturnType<typeof rows.uncharged>>[number]

const reasonFor = ({ dateJoined, monthlyFee, slot }: Row, hall: Hall): UnchargedStudent['reason'] => {
  if (dateJoined === null) return 'no-joining-date'
  const hasOwnFee = monthlyFee !== null || (slot !== null && (hall.slotFees[slot] ?? null) !== null)
  return hall.monthlyFeeConfirmed || hasOwnFee ? 'not-charged' : 'fee-not-confirmed'
}

/** What decides who is not charged today. */
const unchargedOn = (ctx: HallNow, { monthBegins }: Hall): rows.Asked => {
  const today = hallToday(ctx)
  return { period: monthOfDay(today), today, monthBegins }
}

/** Returns the length of the list of students who are not charged. */
export const countUncharged = async (ctx: HallNow & Pick<Ctx, 'db'>): Promise<number> =>
  rows.countUncharged(ctx.db, unchargedOn(ctx, await hallSettings(ctx.db)))

/** The people of the group `uncharged`. */
export const unchargedAsked = groupAsked.by(async (db, ctx, asked) => {
  if (asked.group === 'uncharged') asked.isIn = rows.isUncharged(db, unchargedOn(ctx, await hallSettings(db)))
})

export const uncharged = async (ctx: Ctx, { query }: Input<typeof chargingApi.uncharged>): Promise<Reply<typeof chargingApi.uncharged>> => {
  const hall = await hallSettings(ctx.db)
  const asked = unchargedOn(ctx, hall)
  const page = await pageOf(bySeat, query, (limit, after) => rows.uncharged(ctx.db, asked, limit, after))
  const items = page.items.map(async (row) => ({
    _id: row.id,
    student: await studentCard(ctx, row),
    reason: reasonFor(row, hall),
    amount: toRupees(monthlyFeeOf(row, hall)),
  }))
  return { items: await Promise.all(items), nextCursor: page.nextCursor, total: await rows.countUncharged(ctx.db, asked) }
}
