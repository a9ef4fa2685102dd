import { addDays, wallClockIn } from '#contract/day.ts'
import { changesOf } from '#server/feature/changes.ts'
import type { Job } from '#server/feature/job.ts'
import type { Platform } from '#server/feature/platform.ts'
import { hallToday, withHallClock } from '#server/hallDay.ts'
import { availabilityOf } from './push.availability.ts'
import * as rows from './push.db.ts'
import { type Notification, notifyPeople } from './push.notify.service.ts'

/** Notifications of a day are sent from this time on, in the hall's zone. */
const FROM = '09:00'
/** After a longer pause, earlier days are left out. */
const MAX_DAYS = 7

/** The days that are new since the last run, both included: only `to` at the first run. */
export type NewDays = { from: string; to: string }

/**
 * Sends notifications once for each day of the hall, on one node. A day on which the server did not run is made up for on the next.
 * A crash between marking the day and sending loses them.
 */
export const notifyDaily = async (
  platform: Platform,
  kind: 'dues' | 'accountEnds',
  find: (days: NewDays, subscribers: readonly string[]) => Promise<readonly Notification[]>,
): Promise<void> => {
  if (availabilityOf(platform) !== 'on') return
  const now = platform.clock()
  if (wallClockIn(platform.config.timeZone, now).slice(11, 16) < FROM) return
  const to = hallToday({ ...(await withHallClock(platform)), now })
  const last = await rows.lastDayOf(platform.db, kind)
  if (last !== undefined && last >= to) return
  if (!(await changesOf(platform, []).transact((tx) => rows.beginDay(tx, kind, to)))) return
  const [earliest = to] = [addDays(last ?? addDays(to, -1), 1), addDays(to, 1 - MAX_DAYS)].toSorted().slice(-1)
  notifyPeople(platform, (subscribers) => find({ from: earliest, to }, subscribers))
}

/** How many days before the last one a person is notified. */
const DAYS_BEFORE = 3

/** Notifies people whose account ends in three days. */
export const notifyOfEnds = (platform: Platform): Promise<void> =>
  notifyDaily(platform, 'accountEnds', async ({ from, to }) =>
    (await rows.endingBetween(platform.db, addDays(from, DAYS_BEFORE), addDays(to, DAYS_BEFORE))).map(({ id, terminationDate: day }) => ({
      personId: id,
      message: { kind: 'accountEnds', day, tag: 'account-ends', path: '/profile' },
    })),
  )

export const endsJob: Job = { name: 'notify of accounts that end', everySeconds: 60, alone: true, run: notifyOfEnds }
