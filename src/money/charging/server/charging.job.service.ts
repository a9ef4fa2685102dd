import { begunMonths, type Charging, chargeableStudents, chargeBegun } from '#money/fees/server/fees.automatic.service.ts'
import { begunLockerMonths, chargeLockerMonths } from '#money/lockers/server/lockers.charging.service.ts'
import { newId } from '#server/db/ids.ts'
import { lock } from '#server/db/locks.ts'
import type { ChargesTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import { changesOf } from '#server/feature/changes.ts'
import type { Job } from '#server/feature/job.ts'
import type { Platform } from '#server/feature/platform.ts'
import { type HallClock, hallToday, withHallClock } from '#server/hallDay.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import * as rows from './charging.db.ts'

/*
 * Charges each month once it has begun. What makes it exactly once is the unique index of monthly fees and the list of withdrawn
 * ones, not this job: it can be stopped between any two students, run twice at the same time, and run after a night or a month in
 * which the machine was off.
 */

/** How many students one transaction looks at. Clerks who take a payment meanwhile wait for it. */
const STUDENTS_AT_ONCE = 200

type Now = Charging & { now: Date }
type HallPlatform = Platform & HallClock

/** Enters fees in the run of the day. */
const enterInRun = async (tx: Db, { now, today }: Now, fees: readonly ChargesTable[]): Promise<void> => {
  if (fees.length === 0) return
  const run = await rows.openRunOf(tx, today)
  const id = run?.id ?? newId()
  const nobody = { undoneAt: null, undoneBy: null, undoneByName: null }
  if (!run) await rows.insertRun(tx, { id, day: today, at: now.toISOString(), fees: 0, amount: 0, withdrawn: 0, ...nobody })
  await rows.addToRun(tx, id, { fees: fees.length, amount: fees.reduce((sum, { amount }) => sum + amount, 0) })
  await rows.insertFees(
    tx,
    id,
    fees.map((fee) => fee.id),
  )
}

/** The months of a page of students, and the student after whom the next page begins; undefined after the last page. */
type Found<M> = { months: readonly M[]; next: string | undefined }
type Author = Parameters<typeof chargeBegun>[1]

/** Charges the months that `find` returns, and returns where the next page begins. */
const chargeFound = async <M>(
  hall: HallPlatform,
  now: Now,
  find: (db: Db) => Promise<Found<M>>,
  charge: (tx: Db, author: Author, months: readonly M[]) => Promise<ChargesTable[]>,
): Promise<string | undefined> => {
  const { months, next } = await find(hall.db)
  // A page in which nothing has begun is only read: nobody waits for it, and no screen is notified.
  if (months.length > 0) {
    const { transact, notify } = changesOf(hall, ['fees'])
    await transact(async (tx) => {
      // In this order, as where accounts are made. A student who was deleted since is not charged.
      await lock(tx, 'users')
      await lock(tx, 'fees')
      if ((await rows.state(tx)).isOn === 0) return
      const { months: begun } = await find(tx)
      if (begun.length > 0) await enterInRun(tx, now, await charge(tx, { ...hall, now: now.now, me: null, notify }, begun))
    })
  }
  return next
}

/** Charges the monthly fees of the next students behind `after`. */
const chargeNext = (hall: HallPlatform, now: Now, after: string): Promise<string | undefined> => {
  const find = async (db: Db) => {
    const page = await chargeableStudents(db, STUDENTS_AT_ONCE, after)
    const { months } = await begunMonths(db, hall, page, now)
    return { months, next: page.length < STUDENTS_AT_ONCE ? undefined : page.at(-1)?.id }
  }
  return chargeFound(hall, now, find, chargeBegun)
}

/** Charges the locker fees of the next students behind `after`. */
const chargeNextLockers = (hall: HallPlatform, now: Now, after: string): Promise<string | undefined> =>
  chargeFound(hall, now, (db) => begunLockerMonths(db, now, STUDENTS_AT_ONCE, after), chargeLockerMonths)

/** Charges every month that has begun, if all students were not looked at for this day and these settings before. */
export const chargeBegunMonths = async (platform: Platform): Promise<void> => {
  const { db } = platform
  const state = await rows.state(db)
  if (!state.isOn) return
  const hall = { ...(await withHallClock(platform)), now: platform.clock() }
  const today = hallToday(hall)
  const feeWasConfirmed = (await hallSettings(db)).monthlyFeeConfirmed ? 1 : 0
  if (state.lastDay === today && state.feeWasConfirmed === feeWasConfirmed) return
  const since = state.since ?? today
  const charging = { now: hall.now, today, since, startedAt: state.startedAt }
  for (const next of [chargeNext, chargeNextLockers])
    for (let after: string | undefined = ''; after !== undefined; ) after = await next(hall, charging, after)
  const { transact } = changesOf(platform, ['fees'])
  await transact((tx) => rows.setLooked(tx, { since, lastDay: today, feeWasConfirmed }))
}

export const chargingJob: Job = { name: 'charge months', everySeconds: 60, alone: true, run: chargeBegunMonths }
