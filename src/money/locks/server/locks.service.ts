import { isAdmin } from '#contract/actor.ts'
import { dayIn } from '#contract/day.ts'
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
import { HOUR } from '#server/time.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { lockErrors, type locksApi } from '../locks.contract.ts'
import { firstFreeDay, newestLockedByItself } from '../locks.policy.ts'
import * as rows from './locks.db.ts'

/*
 * The dates that people may enter for money. Without this, a clerk who keeps cash could enter it later with a date in a month that
 * the owner has looked at already, and the figures on paper would no longer be those on the screen.
 *
 * A lock concerns the day on which a figure is booked, never the month that a fee is for: the fee of a locked month can still be
 * paid, waived or voided, and that is an entry of today.
 */

type Clock = Pick<Ctx, 'config' | 'now'>

const todayOf = ({ config, now }: Clock): string => dayIn(config.timeZone, now)

/** The newest month that is locked, whether or not the job has written its row. */
const newestLocked = async (db: Db, ctx: Clock): Promise<number> =>
  Math.max((await rows.newest(db)) ?? 0, newestLockedByItself(todayOf(ctx)))

export type Booking = {
  /** The field in which the day was entered. */
  field: string
  day: string
  /** Why a day that is far back is entered. */
  reason: string | undefined
  /** The field of that reason. */
  reasonField?: string
}

/**
 * Throws unless the person may book money on this day: not in the future; up to a week back freely; further back as an admin who
 * gives a reason; in a locked month never.
 */
export const assertBookable = async (
  tx: Db,
  ctx: Pick<Ctx, 'config' | 'now' | 'me'>,
  { field, day, reason, reasonField = 'reason' }: Booking,
): Promise<void> => {
  const today = todayOf(ctx)
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

/** Writes the locks up to a month, in a transaction that has the lock of the ledger; returns the first new one, if any. */
const lockUpTo = async (tx: Db, period: number, by: By): Promise<number | undefined> => {
  const last = await rows.newest(tx)
  const first = last === undefined ? period : last + 1
  for (let one = first; one <= period; one++) await rows.insert(tx, { period: one, ...by })
  return first <= period ? first : undefined
}

export const lockMonth = async (ctx: Ctx, { body }: Input<typeof locksApi.lockMonth>): Promise<Reply<typeof locksApi.lockMonth>> => {
  const period = monthNumber(body.year, body.month)
  const { notOver } = lockErrors
  if (dayOfMonth(period, 31) >= todayOf(ctx)) throw new AppError(notOver, { field: 'month' })
  await ctx.transact(async (tx) => {
    await lock(tx, 'fees')
    const first = await lockUpTo(tx, period, { lockedAt: ctx.now.toISOString(), lockedBy: ctx.me._id, lockedByName: ctx.me.name })
    if (first !== undefined) await writeAudit(tx, ctx, { action: 'fees.lockMonth', after: { month: body.month, year: body.year } })
  })
  return list(ctx)
}

/** Writes the locks of months that ended long ago, so that a clock that is set back does not open them again. */
export const locksJob: Job = {
  name: 'lock months',
  everySeconds: HOUR,
  alone: true,
  run: async ({ db, config, clock }) => {
    const now = clock()
    const period = newestLockedByItself(todayOf({ config, now }))
    const newest = await rows.newest(db)
    if (newest !== undefined && newest >= period) return
    await transact(db, async (tx) => {
      await lock(tx, 'fees')
      await lockUpTo(tx, period, { lockedAt: now.toISOString(), lockedBy: null, lockedByName: '' })
    })
  },
}
