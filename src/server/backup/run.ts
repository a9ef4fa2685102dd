import type { Platform } from '../feature/platform.ts'
import { version } from '../version.ts'
import { archiveName, removeExpired } from './archives.ts'
import { doChore } from './chore.ts'
import { type Made, makeArchive, type Progress } from './make.ts'
import { NoRoomError } from './room.ts'
import { openSnapshot } from './snapshot.ts'

/** The result of the last backup. The list of archives is the folder itself. */
export type BackupReport = { fileName: string; size: number; missing: number; damaged: number }
export type BackupFailure = { reason: 'noRoom' | 'folder' | 'other'; needed?: number; free?: number }

const fullCodes = ['ENOSPC', 'EDQUOT']
const folderCodes = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'EEXIST']

/** Returns the reason of a failed backup, if its owner can do something about it. */
export const failureOf = (error: unknown): BackupFailure => {
  if (error instanceof NoRoomError) return { reason: 'noRoom', needed: error.needed, free: error.free }
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? ''
  return { reason: fullCodes.includes(code) ? 'noRoom' : folderCodes.includes(code) ? 'folder' : 'other' }
}

export type RunBackup = Pick<Platform, 'config' | 'db' | 'storage' | 'clock'> & {
  /** False if the files are left out, because a bucket keeps its own versions. */
  withFiles?: boolean
  onProgress?: (progress: Progress) => void
}

/** Backs up everything and deletes expired archives. Returns undefined if another backup is running. */
export const runBackup = async (order: RunBackup): Promise<Made | undefined> => {
  const { config, db, storage, clock, withFiles = true, onProgress = () => {} } = order
  let made: Made | undefined
  let failure: unknown
  const { backupDir: folder, timeZone } = config
  const began = await doChore({ db, clock }, 'backup', async (tell) => {
    const now = clock()
    const progressed = (progress: Progress): void => {
      tell(progress)
      onProgress(progress)
    }
    try {
      const snapshot = await openSnapshot(config)
      const name = archiveName(now, withFiles ? 'full' : 'rows')
      const files = withFiles ? { storage } : {}
      made = await makeArchive({ snapshot, ...files, folder, name, madeAt: now, program: version, timeZone, onProgress: progressed })
      await removeExpired(folder, timeZone, clock())
      const { fileName, size, manifest } = made
      const report: BackupReport = { fileName, size, missing: manifest.missing.length, damaged: manifest.damaged.length }
      return { outcome: 'done', report }
    } catch (error) {
      failure = error
      return { outcome: 'failed', report: failureOf(error) }
    }
  })
  if (failure) throw failure
  return began ? made : undefined
}
