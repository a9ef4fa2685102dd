import type { Reply } from '#contract/endpoint.ts'
import * as chores from '#server/backup/chores.db.ts'
import { roomOf } from '#server/backup/room.ts'
import type { BackupFailure, BackupReport } from '#server/backup/run.ts'
import { instanceOf } from '#server/db/instance.ts'
import type { ChoresTable } from '#server/db/tables/platform.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { buildOf, version } from '#server/version.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import type { Backups, backupApi, Doctor } from '../backup.contract.ts'
import { backupLimits } from '../backup.contract.ts'
import { backupWarning, nextBackupAt } from '../backup.policy.ts'
import * as rows from './backup.db.ts'
import { type Folder, lastFull, lookIntoFolder } from './backup.folder.ts'
import { foundUpdate } from './backup.updates.ts'

type Chore = ChoresTable | undefined

const parsed = (text: string | null | undefined): unknown => (text ? JSON.parse(text) : undefined)

const stateOf = (chore: Chore, now: Date): Doctor['state'] => {
  if (chore && chores.isRunning(chore, now)) return 'running'
  return chore?.wantedAt ? 'wanted' : 'idle'
}

const failureOf = (chore: Chore): Backups['failure'] => {
  if (chore?.outcome !== 'failed' || !chore.finishedAt) return null
  const { reason, needed, free } = parsed(chore.report) as BackupFailure
  return { at: chore.finishedAt, reason, needed: needed ?? null, free: free ?? null }
}

type Installation = { createdAt: string }

const backupsOf = ({ config, now }: Ctx, chore: Chore, folder: Folder, { createdAt }: Installation): Backups => {
  const last = lastFull(folder.archives)
  const report = chore?.outcome === 'done' ? (parsed(chore.report) as BackupReport) : undefined
  const state = stateOf(chore, now)
  return {
    folder: config.backupDir,
    isReadable: folder.isReadable,
    archives: folder.archives.slice(0, backupLimits.archivesListed).map(({ at, ...archive }) => ({ ...archive, at: at.toISOString() })),
    isOnSameDisk: folder.isOnSameDisk,
    nextAt: nextBackupAt(config.timeZone, last?.at ?? new Date(createdAt)).toISOString(),
    state,
    progress: state === 'running' ? ((parsed(chore?.progress) as Backups['progress'] | undefined) ?? null) : null,
    failure: failureOf(chore),
    missing: report?.missing ?? 0,
    damaged: report?.damaged ?? 0,
  }
}

type DoctorReport = Pick<Doctor, 'findings' | 'count'>

const doctorOf = (chore: Chore, now: Date): Doctor => {
  const report = chore?.outcome === 'done' ? (parsed(chore.report) as DoctorReport) : { findings: [], count: 0 }
  return { state: stateOf(chore, now), at: chore?.finishedAt ?? null, failed: chore?.outcome === 'failed', ...report }
}

const storageOf = async ({ db, config }: Ctx, { archives, room }: Folder): Promise<Reply<typeof backupApi.system>['storage']> => ({
  files: await rows.bytesOfFiles(db),
  database: await rows.bytesOfDatabase(db).catch(() => null),
  backups: archives.reduce((sum, { size }) => sum + size, 0),
  free: await roomOf(config.dataDir).then(
    ({ free }) => free,
    () => null,
  ),
  freeForBackups: room?.free ?? null,
})

export const system = async (ctx: Ctx): Promise<Reply<typeof backupApi.system>> => {
  const { db, config, now } = ctx
  const [instance, folder] = [await instanceOf(ctx), await lookIntoFolder(config)]
  const { restoredAt, restoredFrom } = instance
  return {
    backups: backupsOf(ctx, await chores.find(db, 'backup'), folder, instance),
    doctor: doctorOf(await chores.find(db, 'doctor'), now),
    storage: await storageOf(ctx, folder),
    versions: {
      program: version,
      ...buildOf(),
      node: process.versions.node,
      database: await rows.versionOfDatabase(db),
      update: await foundUpdate(config),
    },
    restored: restoredAt === null ? null : { at: restoredAt, from: restoredFrom ?? '' },
  }
}

export const warning = async (ctx: Ctx): Promise<Reply<typeof backupApi.warning>> => {
  const { config, now } = ctx
  const [{ createdAt }, folder] = [await instanceOf(ctx), await lookIntoFolder(config)]
  const last = lastFull(folder.archives)
  return {
    warning: backupWarning({ lastAt: last?.at, installedAt: new Date(createdAt), now }),
    lastAt: last?.at.toISOString() ?? null,
    isOnSameDisk: folder.isOnSameDisk,
  }
}

const ask = (ctx: Ctx, name: ChoresTable['name'], entry: Parameters<typeof writeAudit>[2]): Promise<void> =>
  ctx.transact(async (tx) => {
    await chores.ask(tx, name, ctx.now)
    await writeAudit(tx, ctx, entry)
  })

export const backUp = (ctx: Ctx): Promise<void> => ask(ctx, 'backup', { action: 'backup.backUp' })

export const examine = (ctx: Ctx): Promise<void> => ask(ctx, 'doctor', { action: 'backup.examine' })
