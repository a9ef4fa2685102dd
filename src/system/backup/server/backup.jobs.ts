import * as chores from '#server/backup/chores.db.ts'
import { startProgram } from '#server/backup/programs.ts'
import { instanceOf } from '#server/db/instance.ts'
import type { Job } from '#server/feature/job.ts'
import type { Platform } from '#server/feature/platform.ts'
import { HOUR, MINUTE } from '#server/time.ts'
import { nextBackupAt } from '../backup.policy.ts'
import { lastFull, lookIntoFolder } from './backup.folder.ts'
import { checkForUpdate } from './backup.updates.ts'

const names = ['backup', 'doctor'] as const

/** Starts programs that were requested on the page. */
const startWanted = async (platform: Platform): Promise<void> => {
  for (const name of names) {
    const chore = await chores.find(platform.db, name)
    if (chore?.wantedAt && !chores.isRunning(chore, platform.clock())) startProgram(platform, name)
  }
}

/** Returns whether a backup is due. A failed backup is retried after an hour. */
export const isBackupDue = async ({ db, config, clock }: Pick<Platform, 'db' | 'config' | 'clock'>): Promise<boolean> => {
  const now = clock()
  const chore = await chores.find(db, 'backup')
  if (chore && chores.isRunning(chore, now)) return false
  if (chore?.outcome === 'failed' && chore.finishedAt && now.getTime() - Date.parse(chore.finishedAt) < HOUR * 1_000) return false
  const { createdAt } = await instanceOf({ db, clock })
  const last = lastFull((await lookIntoFolder(config)).archives)
  return nextBackupAt(config.timeZone, last?.at ?? new Date(createdAt)) <= now
}

const startDue = async (platform: Platform): Promise<void> => {
  if (await isBackupDue(platform)) startProgram(platform, 'backup')
}

export const backupJobs: readonly Job[] = [
  { name: 'start requested programs', everySeconds: 3, run: startWanted },
  { name: 'nightly backup', everySeconds: MINUTE, run: startDue },
  { name: 'update check', everySeconds: HOUR, run: checkForUpdate },
]
