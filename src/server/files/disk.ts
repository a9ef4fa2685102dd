import type { Stats } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, commonErrors } from '#contract/errors.ts'
import { cleanFileName } from './fileName.ts'
import { removeDead, removeFile, removeOlder, temporaryName, writeDown } from './incoming.ts'
import type { ByteRange, ReceivedFile, Storage } from './storage.ts'

// Large reads: a stream of small ones spends its time between them.
const readBytes = 256 * 1_024

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code

const missing = (error: unknown): undefined => {
  if (codeOf(error) === 'ENOENT') return undefined
  throw error
}

/** Turns a full disk or a used-up quota into the answer that says so. */
const onDisk = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT') throw new AppError(commonErrors.diskFull)
    throw error
  }
}

const readAtOnce = async (handle: FileHandle, { start, end }: ByteRange): Promise<Buffer> => {
  const length = end - start + 1
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafeSlow(length), 0, length, start)
    // Whoever asked was told the length already by the row.
    if (bytesRead < length) throw new Error('A kept file is shorter than it was')
    return buffer
  } finally {
    await handle.close()
  }
}

/** Makes the names in a folder durable. Windows opens no folders and needs none of this. */
const syncFolder = async (path: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
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
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('A content is named by its SHA-256 in lower-case hex')
    return join(root, sha256.slice(0, 2))
  }
  const pathOf = (sha256: string): string => join(folderOf(sha256), sha256)

  const receive: Storage['receive'] = async (stream, { fileName, maxBytes, tooLargeMessage }) => {
    const temporaryPath = join(incoming, temporaryName())
    const written = await onDisk(writeDown(stream, temporaryPath, maxBytes, tooLargeMessage))
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
    return async () => void (known || (await removeIf(path, ({ ino }) => ino === mine.ino)))
  }

  /**
   * Another process may put the same content there between a look and a removal. So the file is moved away first, which
   * nobody can come between, and judged then; one that is another than was meant goes back to its place.
   */
  const removeIf = async (path: string, isMeant: (file: Stats) => boolean): Promise<boolean> => {
    const known = await stat(path).catch(missing)
    if (!known || !isMeant(known)) return false
    const away = join(incoming, temporaryName())
    const moved = await rename(path, away).then(() => true, missing)
    if (!moved) return false
    if (isMeant(await stat(away))) {
      await removeFile(away)
      return true
    }
    await rename(away, path)
    return false
  }

  const openKept = async (sha256: string): Promise<FileHandle> => {
    const handle = await open(pathOf(sha256), 'r').catch(missing)
    if (!handle) throw new AppError(commonErrors.notFound)
    return handle
  }

  const readRange: Storage['readRange'] = async (sha256, range) => {
    const handle = await openKept(sha256)
    return range.end - range.start < readBytes ? readAtOnce(handle, range) : handle.createReadStream({ ...range, highWaterMark: readBytes })
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
    keep: (file) => onDisk(moveIn(file)),
    discard: ({ temporaryPath }) => removeFile(temporaryPath),
    read: async (sha256) => (await openKept(sha256)).createReadStream({ highWaterMark: readBytes }),
    readRange,
    withLocal,
    remove: (sha256, keptBefore) => removeIf(pathOf(sha256), ({ mtime }) => !keptBefore || mtime < keptBefore),
    list,
    removeLeftovers: (before) => removeOlder(incoming, before),
  }
}
