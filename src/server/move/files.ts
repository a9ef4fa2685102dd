import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Storage } from '../files/storage.ts'

type Content = { sha256: string; size: number }
export type FilesProgress = (done: number, total: number) => void

/** Several at a time, since each waits for a disk or a bucket. */
const AT_ONCE = 4

const forEachOf = async (contents: readonly Content[], work: (content: Content) => Promise<void>): Promise<void> => {
  const waiting = [...contents]
  const next = async (): Promise<void> => {
    for (let content = waiting.shift(); content; content = waiting.shift()) await work(content)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}

const isMissing = (error: unknown): boolean => error instanceof AppError && error.kind.status === 404

/** Copies one content; returns false if the source does not have it as its row says. */
const copy = async (from: Storage, to: Storage, { sha256, size }: Content): Promise<boolean> => {
  const stream = await from.read(sha256, size).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (!stream) return false
  const tooLong = (error: unknown): undefined => {
    if (error instanceof AppError && error.kind.status === 413) return undefined
    throw error
  }
  const received = await to.receive(stream, { fileName: sha256, maxBytes: size }).catch(tooLong)
  if (!received) return false
  try {
    const isIntact = received.sha256 === sha256 && received.size === size
    if (isIntact) await to.keep(received)
    return isIntact
  } finally {
    await to.discard(received)
  }
}

const isIntact = async (storage: Storage, { sha256, size }: Content): Promise<boolean> => {
  const hash = createHash('sha256')
  let read = 0
  try {
    for await (const chunk of (await storage.read(sha256, size)) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      read += chunk.length
    }
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
  return read === size && hash.digest('hex') === sha256
}

/** Copies contents from one storage to another, each once, and reads each again there. */
export type FileMover = {
  /** Copies those that are not there yet. */
  copyMissing: (contents: readonly Content[], onProgress?: FilesProgress) => Promise<void>
  /** Reads those that were not read yet, and removes from the target what differs. Returns their hashes. */
  findChanged: (contents: readonly Content[], onProgress?: FilesProgress) => Promise<string[]>
  /** Contents that the source lacks, or has otherwise than their rows say. */
  damaged: ReadonlySet<string>
  count: () => number
}

const reporting = (contents: readonly Content[], onProgress: FilesProgress) => {
  const total = contents.reduce((sum, { size }) => sum + size, 0)
  let done = 0
  return ({ size }: Content): void => {
    done += size
    onProgress(done, total)
  }
}

export const moveFiles = async (from: Storage, to: Storage): Promise<FileMover> => {
  const there = new Map<string, number>()
  for await (const { sha256, size } of to.list()) there.set(sha256, size)
  const [damaged, read] = [new Set<string>(), new Set<string>()]
  return {
    damaged,
    count: () => read.size,
    copyMissing: async (contents, onProgress = () => {}) => {
      const missing = contents.filter(({ sha256, size }) => there.get(sha256) !== size && !damaged.has(sha256))
      const report = reporting(missing, onProgress)
      await forEachOf(missing, async (content) => {
        if (await copy(from, to, content)) there.set(content.sha256, content.size)
        else damaged.add(content.sha256)
        report(content)
      })
    },
    findChanged: async (contents, onProgress = () => {}) => {
      const unread = contents.filter(({ sha256 }) => !read.has(sha256) && !damaged.has(sha256))
      const changed: string[] = []
      const report = reporting(unread, onProgress)
      await forEachOf(unread, async (content) => {
        if (await isIntact(to, content)) read.add(content.sha256)
        else {
          changed.push(content.sha256)
          await to.remove(content.sha256)
        }
        report(content)
      })
      return changed
    },
  }
}
