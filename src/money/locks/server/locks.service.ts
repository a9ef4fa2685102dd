import { isAdmin } from '#contract/actor.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { dayOfMonth, monthNumber, monthOfDay, yearAndMonth } from '#contract/month.ts'
import { lock } from '#server/db/locks.ts'
import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Job } from '#server/feature/job.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { type HallNow, hallDay, hallToday, withHallClock } from '#server/hallDay.ts'
import { HOUR } from '#server/time.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { lockErrors, type locksApi } from '../locks.contract.ts'
import { firstFreeDay, newestLockedByItself } from '../locks.policy.ts'
import * as rows from './locks.db.ts'
import { lockLedger } from './locks.ledger.service.ts'

/*
 * Checks the dates on which money may be booked. Without this, a clerk who keeps cash could enter it later with a date in a month
 * that the owner has already reviewed, and the printed figures would no longer match the screen.
 *
 * A lock concerns the day on which an amount is booked, never the month of a fee: a fee of a locked month can still be paid, waived
 * or voided, and that entry is dated today.
 */

/** Returns the newest locked month, even if the job has not written its row yet. */
const newestLocked = async (db: Db, ctx: HallNow): Promise<number> =>
  Math.max((await rows.newest(db)) ?? 0, newestLockedByItself(hallToday(ctx)))

export type Booking = {
  /** The field of the day. */
  field: string
  day: string
  /** Why a day more than a week ago is entered. */
  reason: string | undefined
  /** The field of the reason. */
  reasonField?: string
}

/**
 * Throws unless the person may book money on this day: not in the future; up to a week ago without a reason; earlier only as an
 * admin with a reason; never in a locked month.
 */
export const assertBookable = async (
  tx: Db,
  ctx: HallNow & Pick<Ctx, 'me'>,
  { field, day, reason, reasonField = 'reason' }: Booking,
): Promise<void> => {
  const today = hallToday(ctx)
  const refuse = (kind: (typeof lockErrors)[keyof typeof lockErrors], at = field): never => {
    throw new AppError(kind, { field: at })
  }
  if (day > today) refuse(lockErrors.inTheFuture)
  if (monthOfDay(day) <= (await newestLocked(tx, ctx))) refuse(lockErrors.monthLocked)
  if (day >= firstFreeDay(today)) return
  if (!isAdmin(ctx.me)) refuse(lockErrors.tooFarBack)
  if (!reason) refuse(lockErrors.reasonForDate, reasonField)
}

export const list = async ({ db }: Ctx): Promise<Reply<typeof locksApi.list>> => ({
  items: (await rows.all(db, limits.listMax)).map(({ period, lockedAt, lockedBy, lockedByName }) => ({
    ...yearAndMonth(period),
    lockedAt,
    lockedBy: lockedBy === null ? null : lockedByName,
  })),
  nextCursor: null,
})

type By = { lockedAt: string; lockedBy: string | null; lockedByName: string }

/** Inserts the locks up to a month; returns the first new one, if any. Requires the ledger lock. */
const lockUpTo = async (tx: Db, period: number, by: By): Promise<number | undefined> => {
  const last = await rows.newest(tx)
  const first = last === undefined ? period : last + 1
  for (let one = first; one <= period; one++) await rows.insert(tx, { period: one, ...by })
  return first <= period ? first : undefined
}

export const lockMonth = async (ctx: Ctx, { body }: Input<typeof locksApi.lockMonth>): Promise<Reply<typeof locksApi.lockMonth>> => {
  const period = monthNumber(body.year, body.month)
  const { notOver } = lockErrors
  if (dayOfMonth(period, 31) >= hallToday(ctx)) throw new AppError(notOver, { field: 'month' })
  await ctx.transact(async (tx) => {
    await lockLedger(tx, ctx)
    const first = await lockUpTo(tx, period, { lockedAt: ctx.now.toISOString(), lockedBy: ctx.me._id, lockedByName: ctx.me.name })
    if (first !== undefined) await writeAudit(tx, ctx, { action: 'fees.lockMonth', after: { month: body.month, year: body.year } })
  })
  return list(ctx)
}

/** Stores the locks of months that ended long ago, so that setting the clock back does not reopen them. */
export const locksJob: Job = {
  name: 'lock months',
  everySeconds: HOUR,
  alone: true,
  run: async (platform) => {
    const { db, clock } = platform
    const now = clock()
    const period = newestLockedByItself(hallDay(await withHallClock(platform), now))
    const newest = await rows.newest(db)
    if (newest !== undefined && newest >= period) return
    await transact(db, async (tx) => {
      await lock(tx, 'fees')
      await lockUpTo(tx, period, { lockedAt: now.toISOString(), lockedBy: null, lockedByName: '' })
    })
  },
}
