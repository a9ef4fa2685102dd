import { createHash } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'

const headBytes = 4_096

/** A content's hash in lower-case hex, its size in bytes, and up to 4,096 of its first bytes. */
export type HashedFile = { sha256: string; size: number; head: Buffer }

/** Reads a file in chunks of 256 KiB: those of 64 KiB, which Node takes by itself, cost the system ten times as much. */
export const readInChunks = (path: string): ReadStream => createReadStream(path, { highWaterMark: 256 * 1_024 })

/** Reads a file once, in chunks, and stops as soon as it has more than `maxBytes`. */
export const hashFile = async (path: string, maxBytes: number): Promise<HashedFile | 'too large'> => {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let size = 0
  for await (const chunk of readInChunks(path) as AsyncIterable<Buffer>) {
    if (size < headBytes) head.push(chunk.subarray(0, headBytes - size))
    size += chunk.length
    if (size > maxBytes) return 'too large'
    hash.update(chunk)
  }
  return { sha256: hash.digest('hex'), size, head: Buffer.concat(head) }
}
