import { dayIn, nextMidnight, startInstant } from '#contract/day.ts'

const DAY_MS = 86_400_000

/** When people are asleep, in the institution's zone. */
const NIGHTLY = '03:00'

/** Backups older than this are old, and so is an installation that has none. */
const OLD_MS = 2 * DAY_MS
const GRACE_MS = DAY_MS

/** The first night after the last backup, or after the installation. It may be over: then a backup is due at once. */
export const nextBackupAt = (timeZone: string, after: Date): Date => {
  const nightOf = (instant: Date): Date => new Date(startInstant(timeZone, `${dayIn(timeZone, instant)}T${NIGHTLY}`))
  const tonight = nightOf(after)
  return tonight > after ? tonight : nightOf(nextMidnight(timeZone, after))
}

type Known = { lastAt: Date | undefined; installedAt: Date; now: Date }

/** What superadmins are to be warned of. A new installation has a day to itself. */
export const backupWarning = ({ lastAt, installedAt, now }: Known): 'never' | 'old' | null => {
  const age = (since: Date): number => now.getTime() - since.getTime()
  if (lastAt) return age(lastAt) > OLD_MS ? 'old' : null
  return age(installedAt) > GRACE_MS ? 'never' : null
}
