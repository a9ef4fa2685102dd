import { closeSync, createReadStream, open as openByCallback, type ReadStream, read as readByCallback, type Stats } from 'node:fs'
import { mkdir, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AppError, commonErrors } from '#contract/errors.ts'
import { cleanFileName } from '#contract/fileName.ts'
import { writeDurably } from './incoming.ts'
import type { ByteRange, ReceivedFile, Storage } from './storage.ts'
import { syncFolder } from './syncFolder.ts'
import { deadPending, isPending, markPending, pendingName, removeDead, removeFile, removeOlder, temporaryName } from './temporary.ts'

// Large reads: a stream of small ones spends its time between them.
const readBytes = 256 * 1_024

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code

const missing = (error: unknown): undefined => {
  if (codeOf(error) === 'ENOENT') return undefined
  throw error
}

/** The number alone is not enough: that of a removed file is given to another one. */
const isSame =
  (one: Stats) =>
  ({ ino, mtimeMs }: Stats): boolean =>
    ino === one.ino && mtimeMs === one.mtimeMs

/** Turns a full disk or a used-up quota into the answer that says so. */
const onDisk = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT') throw new AppError(commonErrors.diskFull)
    throw error
  }
}

// Most calls for a file ask for a short range of it, of which a `FileHandle` takes a third longer than a bare descriptor.
const openDescriptor = promisify(openByCallback)
const readDescriptor = promisify(readByCallback)

const streamOf = (fd: number, range?: ByteRange): ReadStream => createReadStream('', { fd, ...range, highWaterMark: readBytes })

const readAtOnce = async (fd: number, { start, end }: ByteRange): Promise<Buffer> => {
  const length = end - start + 1
  try {
    const { buffer, bytesRead } = await readDescriptor(fd, Buffer.allocUnsafeSlow(length), 0, length, start)
    // The caller knows the length from the row.
    if (bytesRead < length) throw new Error('A stored file is shorter than expected')
    return buffer
  } finally {
    closeSync(fd)
  }
}

/**
 * Keeps contents in `files/` of the data folder: `files/ab/abcdef…` named by their hash, never by a user, and
 * `files/incoming/` for what is still coming in. Removes what dead processes left there.
 */
export const diskStorage = async (dataDir: string): Promise<Storage> => {
  const root = join(dataDir, 'files')
  const incoming = join(root, 'incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  await removeDead(incoming)

  const folderOf = (sha256: string): string => {
    // A path is built from this text, so it must be what it claims to be.
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('A stored file must be named by its SHA-256 in lowercase hex')
    return join(root, sha256.slice(0, 2))
  }
  const pathOf = (sha256: string): string => join(folderOf(sha256), sha256)

  const receive: Storage['receive'] = async (stream, { fileName, maxBytes, tooLargeMessage }) => {
    const temporaryPath = join(incoming, temporaryName())
    const written = await onDisk(writeDurably(stream, temporaryPath, maxBytes, tooLargeMessage))
    return { ...written, fileName: cleanFileName(fileName), temporaryPath }
  }

  const replace: Storage['replace'] = async ({ fileName, temporaryPath }, bytes) => {
    const other = await receive(bytes, { fileName, maxBytes: Number.POSITIVE_INFINITY })
    await rename(other.temporaryPath, temporaryPath)
    return { ...other, temporaryPath }
  }

  // The bytes are durable since `receive`. Where the content is there already, the newcomer takes its place: it is the same,
  // or what it heals, and its time is that of this keeping.
  const moveIn = async ({ temporaryPath, sha256 }: ReceivedFile): Promise<() => Promise<void>> => {
    const [folder, path] = [folderOf(sha256), pathOf(sha256)]
    const [known, mine] = [await stat(path).catch(missing), await stat(temporaryPath)]
    const move = () => rename(temporaryPath, path)
    try {
      await move()
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await syncFolder(root)
      await move()
    }
    await syncFolder(folder)
    return async () => void (known || (await removeIf(sha256, isSame(mine))))
  }

  /**
   * Another process may store the same content between a check and a removal. So the file is first moved to a pending name,
   * which is atomic, and checked then; a file that is not the one that was meant goes back to its place.
   */
  const removeIf = async (sha256: string, isMeant: (file: Stats, away?: string) => boolean | Promise<boolean>): Promise<boolean> => {
    const path = pathOf(sha256)
    const known = await stat(path).catch(missing)
    if (!known || !(await isMeant(known))) return false
    const away = join(incoming, pendingName(sha256))
    const moved = await rename(path, away).then(() => true, missing)
    if (!moved) return false
    if (await isMeant(await stat(away), away)) {
      await removeFile(away)
      return true
    }
    await rename(away, path)
    return false
  }

  // A process that stores the same marks it before it stores it, and unmarks it after the commit: one that is not marked once
  // the file is away, nor named then, stores it later and in full.
  const removeUnnamed: Storage['removeUnnamed'] = (sha256, isNamed) =>
    removeIf(sha256, async (_, away) => away === undefined || (!(await isPending(incoming, sha256, away)) && !(await isNamed())))

  /**
   * What a dead process left pending is decided now. The order matters where another process stores the same content
   * meanwhile: it marks the content before it stores it, and unmarks it after the commit. So a file that was there before we
   * looked for marks and rows, and has neither, is nobody's; and one that came later is another file.
   */
  const removeUnfinished: Storage['removeUnfinished'] = async (isNamed) => {
    let removed = 0
    for (const { path: pending, sha256 } of await deadPending(incoming)) {
      const known = await stat(pathOf(sha256)).catch(missing)
      const inUse = await isPending(incoming, sha256)
      const named = await isNamed(sha256)
      const moved = await stat(pending).catch(missing)
      // The process died in the middle of a removal, of a file that was perhaps not the one it meant.
      if (moved && moved.size > 0 && !known && (inUse || named)) await rename(pending, pathOf(sha256))
      if (known && !inUse && !named && (await removeIf(sha256, isSame(known)))) removed++
      // While another process stores it too, the next start decides.
      if (named || !inUse) await removeFile(pending)
    }
    return removed
  }

  const openKept = async (sha256: string): Promise<number> => {
    const fd = await openDescriptor(pathOf(sha256), 'r').catch(missing)
    if (fd === undefined) throw new AppError(commonErrors.notFound)
    return fd
  }

  const readRange: Storage['readRange'] = async (sha256, range) => {
    const fd = await openKept(sha256)
    return range.end - range.start < readBytes ? readAtOnce(fd, range) : streamOf(fd, range)
  }

  const withLocal: Storage['withLocal'] = async (sha256, work) => {
    const path = pathOf(sha256)
    if (!(await stat(path).catch(missing))) throw new AppError(commonErrors.notFound)
    return work(path)
  }

  const list: Storage['list'] = async function* () {
    for (const folder of await readdir(root)) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue
      for (const sha256 of await readdir(join(root, folder))) {
        const known = /^[0-9a-f]{64}$/.test(sha256) ? await stat(join(root, folder, sha256)).catch(missing) : undefined
        if (known) yield { sha256, size: known.size, keptAt: known.mtime }
      }
    }
  }

  return {
    receive,
    replace,
    markPending: (file) => onDisk(markPending(incoming, file)),
    keep: (file) => onDisk(moveIn(file)),
    discard: ({ temporaryPath }) => removeFile(temporaryPath),
    read: async (sha256) => streamOf(await openKept(sha256)),
    readRange,
    withLocal,
    removeUnnamed,
    remove: (sha256, keptBefore) => removeIf(sha256, ({ mtime }) => !keptBefore || mtime < keptBefore),
    list,
    removeUnfinished,
    removeLeftovers: (before) => removeOlder(incoming, before),
  }
}
