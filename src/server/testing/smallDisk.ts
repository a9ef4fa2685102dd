import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { appendFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { afterTest } from './afterwards.ts'

/* Small disks that tests fill, where this process may mount one. */

/** Mounts a disk of this size, if this process may. */
const mountDisk = (megabytes: number): string | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmdirSync(folder)
    return undefined
  }
}

const unmount = (folder: string): void => {
  execFileSync('umount', ['--lazy', folder])
  rmdirSync(folder)
}

export const canMount = (): boolean => {
  const folder = mountDisk(1)
  if (folder) unmount(folder)
  return folder !== undefined
}

export const givenDisk = (megabytes: number): string => {
  const folder = mountDisk(megabytes)
  if (!folder) throw new Error('No disk could be mounted')
  afterTest(() => unmount(folder))
  return folder
}

const freeOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const filling = (folder: string) => join(folder, 'filling')

/** Leaves this number of bytes of a disk free. A program that writes meanwhile may be faster. */
export const fill = async (folder: string, left = 0): Promise<void> => {
  const bytes = Buffer.alloc((await freeOf(folder)) - left)
  await appendFile(filling(folder), bytes).catch(({ code }: NodeJS.ErrnoException) => expect(code).toBe('ENOSPC'))
}

export const makeRoom = (folder: string): Promise<void> => rm(filling(folder), { force: true })
