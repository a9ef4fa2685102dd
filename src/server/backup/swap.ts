import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../files/syncFolder.ts'

/*
 * A restore builds everything beside the data, and swaps as its last step: the old data moves to a folder of its own and is never
 * overwritten. A restore that is killed midway is finished by the next start of any program, because each step renames a file that
 * is still in its old place.
 */

export type Ready = {
  /** The folder for the old data, inside the data folder. */
  replaced: string
  /** The epoch of the restored database. */
  epoch: string
  /** The files of the data folder to swap, in order: the database comes last. */
  places: readonly string[]
}

const restoringFolder = (dataDir: string): string => join(dataDir, 'restoring')
const readyFile = (dataDir: string): string => join(restoringFolder(dataDir), 'ready.json')

/** Returns whether a restore was killed during its swap. */
export const isHalfRestored = (dataDir: string): boolean => existsSync(readyFile(dataDir))

/** Makes an empty folder to build in, without the remains of an earlier restore. */
export const makeRestoringFolder = async (dataDir: string): Promise<string> => {
  const folder = restoringFolder(dataDir)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

export const discardRestoring = (dataDir: string): Promise<void> => rm(restoringFolder(dataDir), { recursive: true, force: true })

/** Records durably that everything is built and may be swapped. */
export const markReady = async (dataDir: string, ready: Ready): Promise<void> => {
  const folder = restoringFolder(dataDir)
  const path = join(folder, 'ready.tmp')
  await writeFile(path, JSON.stringify(ready), { mode: 0o600, flush: true })
  await rename(path, readyFile(dataDir))
  await syncFolder(folder)
}

export const readReady = async (dataDir: string): Promise<Ready> => JSON.parse(await readFile(readyFile(dataDir), 'utf8'))

const companions = (name: string): string[] => (name.endsWith('.sqlite') ? [`${name}-wal`, `${name}-shm`, `${name}-journal`, name] : [name])

/** Swaps the data, or continues an interrupted swap. */
export const changePlaces = async (dataDir: string): Promise<string> => {
  const { replaced, places } = await readReady(dataDir)
  const away = join(dataDir, replaced)
  await mkdir(away, { recursive: true, mode: 0o700 })
  for (const name of places) {
    const built = join(restoringFolder(dataDir), name)
    if (!existsSync(built)) continue
    // The log of the old database moves first: beside the new database it would be taken for its log.
    for (const old of companions(name)) if (existsSync(join(dataDir, old))) await rename(join(dataDir, old), join(away, old))
    await syncFolder(away)
    await rename(built, join(dataDir, name))
    await syncFolder(dataDir)
  }
  await discardRestoring(dataDir)
  return away
}

/** Syncs a file to the disk. */
export const syncFile = async (path: string): Promise<void> => {
  const file = await open(path, 'r+')
  await file.sync().finally(() => file.close())
}
