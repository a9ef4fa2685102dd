import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { AppError, commonErrors } from '#contract/errors.ts'
import { removeFile } from './temporary.ts'

/** What is known about a stream after it is written. */
export type Written = { sha256: string; size: number; head: Buffer }

const headBytes = 4_096
const gatherBytes = 512 * 1_024

const writeAll = async (handle: FileHandle, chunks: Buffer[], length: number): Promise<void> => {
  const { bytesWritten } = await handle.writev(chunks)
  if (bytesWritten === length) return
  // The system may write less than it was given, above all when the disk fills up; the next write reports it.
  let rest = Buffer.concat(chunks).subarray(bytesWritten)
  while (rest.length > 0) rest = rest.subarray((await handle.write(rest)).bytesWritten)
}

/** Some writers of streams cut at a limit of their own and only set a flag. */
const wasCut = (stream: Readable): boolean => 'truncated' in stream && stream.truncated === true

const copy = async (stream: Readable, handle: FileHandle, maxBytes: number, tooLarge: () => AppError): Promise<Written> => {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let size = 0
  let gathered: Buffer[] = []
  let gatheredBytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (size < headBytes) head.push(chunk.subarray(0, headBytes - size))
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    hash.update(chunk)
    gathered.push(chunk)
    gatheredBytes += chunk.length
    if (gatheredBytes < gatherBytes) continue
    await writeAll(handle, gathered, gatheredBytes)
    gathered = []
    gatheredBytes = 0
  }
  if (wasCut(stream)) throw tooLarge()
  if (gatheredBytes > 0) await writeAll(handle, gathered, gatheredBytes)
  return { sha256: hash.digest('hex'), size, head: Buffer.concat(head) }
}

/**
 * Writes a stream to a new file and syncs it to the disk, counting and hashing the bytes. Any failure, including an aborted sender,
 * removes the file.
 */
export const writeDurably = async (stream: Readable, path: string, maxBytes: number, tooLargeMessage?: string): Promise<Written> => {
  const tooLarge = () => new AppError(commonErrors.tooLarge, { message: tooLargeMessage })
  try {
    const handle = await open(path, 'wx', 0o600)
    try {
      const known = await copy(stream, handle, maxBytes, tooLarge)
      await handle.sync()
      return known
    } finally {
      await handle.close()
    }
  } catch (error) {
    stream.destroy()
    await removeFile(path)
    throw error
  }
}
