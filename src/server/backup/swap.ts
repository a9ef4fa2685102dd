import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../files/syncFolder.ts'

/*
 * A restore builds everything beside the data, and the last thing that it does is to change places: what was there goes into
 * a folder of its own, and is never written over. A restore that is killed midway is finished by the next start of any program,
 * because each step is the renaming of something that is still in the old place.
 */

export type Ready = {
  /** The folder for what was there before, inside of the data folder. */
  replaced: string
  /** The epoch of the restored database. */
  epoch: string
  /** Whether files of the data folder change places, in their order: the database comes last. */
  places: readonly string[]
}

export const restoringFolder = (dataDir: string): string => join(dataDir, 'restoring')
const readyFile = (dataDir: string): string => join(restoringFolder(dataDir), 'ready.json')

/** Whether a restore was killed while it was changing places. */
export const isHalfRestored = (dataDir: string): boolean => existsSync(readyFile(dataDir))

/** An empty folder to build in; what an earlier restore left there goes. */
export const makeRestoringFolder = async (dataDir: string): Promise<string> => {
  const folder = restoringFolder(dataDir)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

export const discardRestoring = (dataDir: string): Promise<void> => rm(restoringFolder(dataDir), { recursive: true, force: true })

/** Says, durably, that all is built and may change places. */
export const sayReady = async (dataDir: string, ready: Ready): Promise<void> => {
  const folder = restoringFolder(dataDir)
  const path = join(folder, 'ready.tmp')
  await writeFile(path, JSON.stringify(ready), { mode: 0o600, flush: true })
  await rename(path, readyFile(dataDir))
  await syncFolder(folder)
}

export const readReady = async (dataDir: string): Promise<Ready> => JSON.parse(await readFile(readyFile(dataDir), 'utf8'))

const companions = (name: string): string[] => (name.endsWith('.sqlite') ? [`${name}-wal`, `${name}-shm`, `${name}-journal`, name] : [name])

/** Changes places, or goes on with it. */
export const changePlaces = async (dataDir: string): Promise<string> => {
  const { replaced, places } = await readReady(dataDir)
  const away = join(dataDir, replaced)
  await mkdir(away, { recursive: true, mode: 0o700 })
  for (const name of places) {
    const built = join(restoringFolder(dataDir), name)
    if (!existsSync(built)) continue
    // The log of the old database goes before the database: beside the new one it would be taken for its own.
    for (const old of companions(name)) if (existsSync(join(dataDir, old))) await rename(join(dataDir, old), join(away, old))
    await syncFolder(away)
    await rename(built, join(dataDir, name))
    await syncFolder(dataDir)
  }
  await discardRestoring(dataDir)
  return away
}

/** Makes what was written to a file durable. */
export const syncFile = async (path: string): Promise<void> => {
  const file = await open(path, 'r+')
  await file.sync().finally(() => file.close())
}
