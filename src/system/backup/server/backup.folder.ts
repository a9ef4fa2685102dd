import { mkdir, stat } from 'node:fs/promises'
import { type KnownArchive, listArchives } from '#server/backup/archives.ts'
import { type Room, roomOf } from '#server/backup/room.ts'
import type { Config } from '#server/config.ts'

export type Folder = { archives: KnownArchive[]; isReadable: boolean; isOnSameDisk: boolean; room: Room | undefined }

const isOnSameDisk = async (one: string, other: string): Promise<boolean> => {
  const [first, second] = await Promise.all([stat(one), stat(other)])
  return first.dev === second.dev
}

/** Reads the archives in the backup folder. Only the folder is consulted, since owners move and delete archives freely. */
export const lookIntoFolder = async ({ backupDir, dataDir }: Pick<Config, 'backupDir' | 'dataDir'>): Promise<Folder> => {
  try {
    await mkdir(backupDir, { recursive: true, mode: 0o700 })
    const archives = await listArchives(backupDir)
    const sameDisk = await isOnSameDisk(backupDir, dataDir)
    return { archives, isReadable: true, isOnSameDisk: sameDisk, room: await roomOf(backupDir) }
  } catch {
    return { archives: [], isReadable: false, isOnSameDisk: false, room: undefined }
  }
}

/** Returns the newest complete archive. An archive gets its final name only after it was read back and verified. */
export const lastFull = (archives: readonly KnownArchive[]): KnownArchive | undefined => archives.find(({ kind }) => kind === 'full')
