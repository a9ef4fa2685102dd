import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

/*
 * A minimal tar: plain files with short names, which any `tar` can read. Every byte of a header follows from name and size, all
 * padding is zero, and nothing follows the end. A reader that insists on all of this, and on the SHA-256 of each content, notices
 * every byte that was cut off or changed.
 */

const BLOCK = 512
const CHUNK = 256 * 1_024
/** The two blocks of zeros that end an archive. */
const END = 2 * BLOCK
/** The largest number of eleven octal digits. */
const MAX_SIZE = 8 ** 11 - 1

/** The archive is incomplete, changed, or not ours; the message says which, for a person who wants to restore it. */
export class BrokenArchiveError extends Error {}

const cutOff = () => new BrokenArchiveError('it is incomplete: its end is missing')
const changed = () => new BrokenArchiveError('it has been changed or damaged')

/** Returns the space of the content in the archive: it is padded to a full block. */
const inBlocks = (size: number): number => Math.ceil(size / BLOCK) * BLOCK

const headerOf = (name: string, size: number): Buffer => {
  if (!/^[\w./-]{1,99}$/.test(name)) throw new Error(`"${name}" cannot be the name of an entry.`)
  if (size > MAX_SIZE) throw new Error(`"${name}" is too large for an archive.`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, digits: number) => header.write(value.toString(8).padStart(digits, '0'), at, 'latin1')
  header.write(name, 0, 'latin1')
  octal(0o600, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(size, 124, 11)
  octal(0, 136, 11)
  // The checksum is computed with blanks in its own field.
  header.fill(' ', 148, 156)
  header.write('0ustar\u000000', 156, 'latin1')
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  )
  header.write('\u0000 ', 154, 'latin1')
  return header
}

export type TarWriter = {
  /** Appends a file and returns its SHA-256. Throws if there are more or fewer bytes than `size`. */
  add: (name: string, size: number, content: AsyncIterable<Buffer>) => Promise<string>
  /** Ends the archive and returns its size. */
  end: () => Promise<number>
}

/** Writes an archive into an open, empty file. */
export const writeTar = (file: FileHandle): TarWriter => {
  let position = 0
  const append = async (bytes: Buffer): Promise<void> => {
    let written = 0
    while (written < bytes.length) {
      const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position)
      written += bytesWritten
      position += bytesWritten
    }
  }
  return {
    add: async (name, size, content) => {
      await append(headerOf(name, size))
      const hash = createHash('sha256')
      let left = size
      for await (const chunk of content) {
        left -= chunk.length
        if (left < 0) break
        hash.update(chunk)
        await append(chunk)
      }
      if (left !== 0) throw new Error(`"${name}" changed while it was being backed up.`)
      await append(Buffer.alloc(inBlocks(size) - size))
      return hash.digest('hex')
    },
    end: async () => {
      await append(Buffer.alloc(END))
      return position
    },
  }
}

/** A file in an archive, and the position of its content. */
export type TarEntry = { name: string; size: number; start: number }

const readAt = async (file: FileHandle, start: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafe(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, start + read)
    if (bytesRead === 0) throw cutOff()
    read += bytesRead
  }
  return bytes
}

const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0)

const entryOf = (header: Buffer, start: number): TarEntry => {
  const name = header.toString('latin1', 0, Math.max(header.indexOf(0), 0))
  const digits = header.toString('latin1', 124, 135)
  const size = /^[0-7]{11}$/.test(digits) ? Number.parseInt(digits, 8) : -1
  if (size < 0 || !/^[\w./-]{1,99}$/.test(name) || !headerOf(name, size).equals(header)) throw changed()
  return { name, size, start }
}

/** Returns the files of an archive, in order. Throws a `BrokenArchiveError` if anything but their contents differs from what we write. */
export const readTar = async (file: FileHandle): Promise<TarEntry[]> => {
  const { size: total } = await file.stat()
  const entries: TarEntry[] = []
  let at = 0
  for (;;) {
    const header = await readAt(file, at, BLOCK)
    if (isZero(header)) break
    const entry = entryOf(header, at + BLOCK)
    const end = entry.start + entry.size
    at = entry.start + inBlocks(entry.size)
    if (at > total) throw cutOff()
    if (!isZero(await readAt(file, end, at - end))) throw changed()
    entries.push(entry)
  }
  if (total < at + END) throw cutOff()
  if (total > at + END || !isZero(await readAt(file, at, END))) throw changed()
  return entries
}

/** Yields the content of an entry in chunks. */
export async function* contentOf(file: FileHandle, { start, size }: TarEntry): AsyncGenerator<Buffer> {
  for (let read = 0; read < size; read += CHUNK) yield await readAt(file, start + read, Math.min(CHUNK, size - read))
}
