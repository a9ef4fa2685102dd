import { dayIn, nextMidnight, startInstant } from '#contract/day.ts'

const DAY_MS = 86_400_000

/** A time when people are asleep, in the hall's time zone. */
const NIGHTLY = '03:00'

/** Backups older than this are reported, and so is an older installation without any. */
const OLD_MS = 2 * DAY_MS
const GRACE_MS = DAY_MS

/** Returns the first night after the last backup or the installation. If it is in the past, a backup is due now. */
export const nextBackupAt = (timeZone: string, after: Date): Date => {
  const nightOf = (instant: Date): Date => new Date(startInstant(timeZone, `${dayIn(timeZone, instant)}T${NIGHTLY}`))
  const tonight = nightOf(after)
  return tonight > after ? tonight : nightOf(nextMidnight(timeZone, after))
}

type Known = { lastAt: Date | undefined; installedAt: Date; now: Date }

/** Returns the warning to show to superadmins, if any. A new installation is not warned during its first day. */
export const backupWarning = ({ lastAt, installedAt, now }: Known): 'never' | 'old' | null => {
  const age = (since: Date): number => now.getTime() - since.getTime()
  if (lastAt) return age(lastAt) > OLD_MS ? 'old' : null
  return age(installedAt) > GRACE_MS ? 'never' : null
}
