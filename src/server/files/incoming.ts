import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, readdir, stat, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError, commonErrors } from '#contract/errors.ts'

/** What is known of a stream that was written down. */
export type Written = { sha256: string; size: number; head: Buffer }

const headBytes = 4_096
const gatherBytes = 512 * 1_024

/*
 * A temporary name tells who writes it, so that a start can remove what a killed process left behind without touching the
 * uploads of a living one: the machine, the process, this run of it (a container's process often has the same number again).
 */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const thisRun = randomUUID().slice(0, 8)
let written = 0

export const temporaryName = (): string => `${machine}-${process.pid}-${thisRun}-${++written}`

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const isOfDeadProcess = (name: string): boolean => {
  const [, host, pid, run] = /^([0-9a-f]{8})-(\d+)-([0-9a-f]{8})-\d+$/.exec(name) ?? []
  if (host !== machine || run === thisRun) return false
  return Number(pid) === process.pid || !isAlive(Number(pid))
}

/** Removes what dead processes of this machine left in the folder. */
export const removeDead = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) if (isOfDeadProcess(name)) await removeFile(join(folder, name))
}

/** Removes the files that nothing was written to since `before`. */
export const removeOlder = async (folder: string, before: Date): Promise<number> => {
  let removed = 0
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const known = await stat(path).catch(() => undefined)
    if (!known || known.mtime >= before) continue
    await removeFile(path)
    removed++
  }
  return removed
}

const writeAll = async (handle: FileHandle, chunks: Buffer[], length: number): Promise<void> => {
  const { bytesWritten } = await handle.writev(chunks)
  if (bytesWritten === length) return
  // The system may take less than it was given, above all when the disk fills up; the next write tells.
  let rest = Buffer.concat(chunks).subarray(bytesWritten)
  while (rest.length > 0) rest = rest.subarray((await handle.write(rest)).bytesWritten)
}

/** Some writers of streams cut at a limit of their own and only leave a mark. */
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

/** Removes a file; harmless where it is missing. `rm` would do the same with more steps. */
export const removeFile = async (path: string): Promise<void> => {
  try {
    await unlink(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Writes a stream to a new file, durably, counting and hashing. Whatever fails, an aborted sender included, removes the file. */
export const writeDown = async (stream: Readable, path: string, maxBytes: number, tooLargeMessage?: string): Promise<Written> => {
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
