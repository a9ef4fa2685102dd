import { closeSync, createReadStream, open as openByCallback, type ReadStream, read as readByCallback } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AppError, commonErrors } from '#contract/errors.ts'
import { type Folders, missing, moveIn, pathOf, removeIf, removeUnfinished, removeUnnamed } from './contents.ts'
import { onDisk, receivingIn } from './receiving.ts'
import type { ByteRange, Storage } from './storage.ts'
import { markPending, removeDead, removeOlder } from './temporary.ts'

// Large reads: a stream of small ones spends its time between them.
const readBytes = 256 * 1_024

// Most calls for a file want a short range, for which a `FileHandle` takes a third longer than a bare descriptor.
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

const openContent = async (folders: Folders, sha256: string): Promise<number> => {
  const fd = await openDescriptor(pathOf(folders, sha256), 'r').catch(missing)
  if (fd === undefined) throw new AppError(commonErrors.notFound)
  return fd
}

const reading = (folders: Folders): Pick<Storage, 'read' | 'readRange' | 'withLocal' | 'list'> => ({
  read: async (sha256) => streamOf(await openContent(folders, sha256)),
  readRange: async (sha256, range) => {
    const fd = await openContent(folders, sha256)
    return range.end - range.start < readBytes ? readAtOnce(fd, range) : streamOf(fd, range)
  },
  withLocal: async (sha256, work) => {
    const path = pathOf(folders, sha256)
    if (!(await stat(path).catch(missing))) throw new AppError(commonErrors.notFound)
    return work(path)
  },
  list: async function* () {
    for (const folder of await readdir(folders.root)) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue
      for (const sha256 of await readdir(join(folders.root, folder))) {
        const known = /^[0-9a-f]{64}$/.test(sha256) ? await stat(pathOf(folders, sha256)).catch(missing) : undefined
        if (known) yield { sha256, size: known.size, keptAt: known.mtime }
      }
    }
  },
})

/**
 * Stores contents in `files/` of the data folder: `files/ab/abcdef…`, named by their hash, never by a user, and `files/incoming/`
 * for incomplete ones. Removes what dead processes left there.
 */
export const diskStorage = async (dataDir: string): Promise<Storage> => {
  const root = join(dataDir, 'files')
  const folders: Folders = { root, incoming: join(root, 'incoming') }
  await mkdir(folders.incoming, { recursive: true, mode: 0o700 })
  await removeDead(folders.incoming)
  return {
    ...receivingIn(folders.incoming),
    markPending: (file) => onDisk(markPending(folders.incoming, file)),
    ...reading(folders),
    keep: (file) => onDisk(moveIn(folders, file)),
    remove: (sha256) => removeIf(folders, sha256, () => true),
    removeUnnamed: (sha256, ...conditions) => removeUnnamed(folders, sha256, ...conditions),
    removeUnfinished: (isNamed) => removeUnfinished(folders, isNamed),
    removeLeftovers: (before) => removeOlder(folders.incoming, before),
  }
}
