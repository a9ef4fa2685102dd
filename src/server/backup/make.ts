import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { AppError } from '#contract/errors.ts'
import type { Storage } from '../files/storage.ts'
import { syncFolder } from '../files/syncFolder.ts'
import { removeDead, removeFile, temporaryName } from '../files/temporary.ts'
import { openArchive } from './check.ts'
import { entryOf, rowsEntryOf } from './entries.ts'
import { type ArchivedEntry, type ArchivedTable, FORMAT, MANIFEST, type Manifest, seal } from './manifest.ts'
import { makeRoom } from './room.ts'
import type { Snapshot } from './rows.ts'
import { writeTar } from './tar.ts'

export type Progress = { step: 'rows' | 'files' | 'check'; done: number; total: number }

export type Order = {
  snapshot: Snapshot
  /** If it is missing, the files are left out. */
  storage?: Storage
  folder: string
  /** The name of the archive. */
  name: string
  madeAt: Date
  program: string
  timeZone: string
  onProgress?: (progress: Progress) => void
}

export type Made = { fileName: string; size: number; manifest: Manifest }

const NEW_LINE = 10

/** Unfinished archives are in a folder of their own, under a name that identifies the writer. */
const partialOf = async (folder: string): Promise<string> => {
  const partial = join(folder, 'unfinished')
  await mkdir(partial, { recursive: true, mode: 0o700 })
  await removeDead(partial)
  return partial
}

type Spooled = { table: ArchivedTable; path: string; size: number }

/** Writes the rows of a table to a file, because an archive has the size of an entry before its content. */
const spool = async (snapshot: Snapshot, table: Snapshot['tables'][number], partial: string): Promise<Spooled> => {
  const path = join(partial, temporaryName())
  let rows = 0
  const counted = async function* () {
    for await (const chunk of snapshot.lines(table)) {
      for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, at + 1)) rows++
      yield chunk
    }
  }
  try {
    await pipeline(counted(), createGzip({ level: 3 }), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    return { table: { ...table, rows }, path, size: (await stat(path)).size }
  } catch (error) {
    await removeFile(path)
    throw error
  }
}

type Added = { entry: ArchivedEntry } | { missing: string }

/** Adds a content as it is on the disk. It is opened first, so that it stays readable if its name is removed. */
const addContent = async (tar: ReturnType<typeof writeTar>, storage: Storage, sha256: string): Promise<Added> => {
  try {
    return await storage.withLocal(sha256, async (path) => {
      const file = await open(path, 'r')
      try {
        const { size } = await file.stat()
        const name = entryOf(sha256)
        const content = createReadStream('', { fd: file.fd, autoClose: false, highWaterMark: 256 * 1_024 })
        return { entry: { name, size, sha256: await tar.add(name, size, content) } }
      } finally {
        await file.close()
      }
    })
  } catch (error) {
    const isMissing = (error instanceof AppError && error.kind.status === 404) || (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (isMissing) return { missing: sha256 }
    throw error
  }
}

const sum = (all: readonly { size: number }[]): number => all.reduce((total, { size }) => total + size, 0)

const writeAll = async (file: FileHandle, order: Order, spooled: readonly Spooled[]): Promise<Manifest> => {
  const { snapshot, storage, onProgress = () => {} } = order
  const tar = writeTar(file)
  const entries: ArchivedEntry[] = []
  for (const { table, path, size } of spooled) {
    const name = rowsEntryOf(table.name)
    entries.push({ name, size, sha256: await tar.add(name, size, createReadStream(path)) })
  }
  const [missing, damaged]: string[][] = [[], []]
  const total = sum(snapshot.contents)
  let done = 0
  for (const { sha256, size } of storage ? snapshot.contents : []) {
    const added = await addContent(tar, storage as Storage, sha256)
    if ('missing' in added) missing?.push(sha256)
    else {
      entries.push(added.entry)
      if (added.entry.sha256 !== sha256) damaged?.push(sha256)
    }
    done += size
    onProgress({ step: 'files', done, total })
  }
  const { dialect, migrations, head } = snapshot
  const { program, timeZone, madeAt } = order
  const manifest: Manifest = {
    ...{ format: FORMAT, program, madeAt: madeAt.toISOString(), dialect, timeZone, migrations },
    ...(head !== undefined && { head }),
    tables: spooled.map(({ table }) => table),
    withFiles: storage !== undefined,
    ...{ missing: missing ?? [], damaged: damaged ?? [], entries },
  }
  const sealed = seal(manifest)
  await tar.add(
    MANIFEST,
    sealed.length,
    (async function* () {
      yield sealed
    })(),
  )
  await tar.end()
  await file.sync()
  return manifest
}

/** Some disks, such as memory cards, have no hard links and need a rename instead; backups run one at a time. */
const nameIn = async (folder: string, partial: string, name: string): Promise<string> => {
  for (let number = 1; ; number++) {
    const fileName = number === 1 ? name : name.replace(/\.tar$/, `-${number}.tar`)
    const path = join(folder, fileName)
    if (await stat(path).catch(() => undefined)) continue
    await rename(partial, path)
    return fileName
  }
}

const writeArchive = async (order: Order, partial: string, spooled: readonly Spooled[]): Promise<Made> => {
  const path = join(partial, temporaryName())
  try {
    const file = await open(path, 'wx', 0o600)
    const manifest = await writeAll(file, order, spooled).finally(() => file.close())
    const archive = await openArchive(path, (done, total) => order.onProgress?.({ step: 'check', done, total }))
    await archive.close()
    const { size } = await stat(path)
    const fileName = await nameIn(order.folder, path, order.name)
    await syncFolder(order.folder)
    return { fileName, size, manifest }
  } finally {
    await removeFile(path)
  }
}

/**
 * Makes an archive of one moment: the rows at that moment, and the files that they name. It gets its name only after all of it has
 * been read again and verified; a failure leaves nothing. Closes the snapshot as soon as possible.
 */
export const makeArchive = async (order: Order): Promise<Made> => {
  const { snapshot, onProgress = () => {} } = order
  const spooled: Spooled[] = []
  try {
    const partial = await partialOf(order.folder).catch(async (error: unknown) => {
      await snapshot.close()
      throw error
    })
    try {
      for (const table of snapshot.tables) {
        spooled.push(await spool(snapshot, table, partial))
        onProgress({ step: 'rows', done: spooled.length, total: snapshot.tables.length })
      }
    } finally {
      await snapshot.close()
    }
    await makeRoom(order.folder, sum(spooled) + (order.storage ? sum(snapshot.contents) : 0))
    return await writeArchive(order, partial, spooled)
  } finally {
    for (const { path } of spooled) await unlink(path).catch(() => {})
  }
}
