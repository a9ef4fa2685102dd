import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFile } from '../files/temporary.ts'
import { listArchives } from './archives.ts'

/** The disk of the backups has too little free space; nothing was written. */
export class NoRoomError extends Error {
  readonly needed: number
  readonly free: number

  constructor(needed: number, free: number) {
    super(`The backup needs ${needed} bytes, and ${free} are free.`)
    this.needed = needed
    this.free = free
  }
}

/** The space that a backup always leaves free, so that people can go on working: the smaller of the two. */
const RESERVED_BYTES = 1_024 ** 3
const RESERVED_PART = 0.05

export type Room = { free: number; total: number }

export const roomOf = async (folder: string): Promise<Room> => {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** The number of bytes that may be written to a disk with this much space. */
const usable = ({ free, total }: Room): number => free - Math.min(RESERVED_BYTES, total * RESERVED_PART)

/** This number of newest archives is never deleted to make room. */
const KEPT = 2

/**
 * Makes room for this many bytes. If the disk is too small for all that retention keeps, the oldest archives are deleted first.
 * Throws a `NoRoomError` if that is not enough.
 */
export const makeRoom = async (folder: string, bytes: number): Promise<void> => {
  const archives = (await listArchives(folder)).filter(({ kind }) => kind === 'full')
  for (;;) {
    const room = await roomOf(folder)
    if (bytes <= usable(room)) return
    const oldest = archives.length > KEPT ? archives.pop() : undefined
    if (!oldest) throw new NoRoomError(bytes, room.free)
    await removeFile(join(folder, oldest.fileName))
  }
}
