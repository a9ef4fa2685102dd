import { roomOf } from '#server/backup/room.ts'
import type { Config } from '#server/config.ts'
import { instanceOf } from '#server/db/instance.ts'
import type { Measure } from '#server/feature/measure.ts'
import { lastFull, lookIntoFolder } from './backup.folder.ts'

const backupAge: Measure = {
  name: 'backup_age_seconds',
  help: 'Age of the newest full backup; without one, of the installation',
  read: async (platform) => {
    const last = lastFull((await lookIntoFolder(platform.config)).archives)
    const since = last?.at ?? new Date((await instanceOf(platform)).createdAt)
    return Math.max(0, (platform.clock().getTime() - since.getTime()) / 1_000)
  },
}

const diskFree = (disk: string, read: (config: Config) => Promise<number | undefined>): Measure => ({
  name: 'disk_free_bytes',
  help: 'Free space on the disk of the data and on that of the backups',
  labels: { disk },
  read: ({ config }) => read(config),
})

export const backupMeasures: readonly Measure[] = [
  backupAge,
  diskFree('data', async ({ dataDir }) => (await roomOf(dataDir)).free),
  diskFree('backups', async (config) => (await lookIntoFolder(config)).room?.free),
]
