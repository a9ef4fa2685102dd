import { toRupees } from '#contract/money.ts'
import { notifyDaily } from '#people/push/server/push.daily.service.ts'
import type { Job } from '#server/feature/job.ts'
import type { Platform } from '#server/feature/platform.ts'
import { fallingDue } from './dues.push.db.ts'

/** Notifies students of what falls due today, once a day. */
export const notifyOfDues = (platform: Platform): Promise<void> =>
  notifyDaily(platform, 'dues', async (days, subscribers) =>
    (await fallingDue(platform.db, days, subscribers)).map(({ userId, owed, day }) => ({
      personId: userId,
      message: { kind: 'dues', amount: toRupees(owed), day, tag: 'dues', path: '/profile' },
    })),
  )

export const duesJob: Job = { name: 'notify of dues', everySeconds: 60, alone: true, run: notifyOfDues }
