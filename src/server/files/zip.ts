import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflateRaw, type ZlibOptions } from 'node:zlib'
import { readAt } from './readAt.ts'

const endBytes = 22
const longestComment = 0xffff
const entryBytes = 46
const localBytes = 30
/** An office document of many thousand parts has far less; a larger directory is not read. */
const mostDirectoryBytes = 4 * 1_024 * 1_024

const inflate = promisify(inflateRaw) as (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>

/** Returns the position of the list of parts: a record at the very end gives it, and a comment may follow that. */
const directoryOf = async (handle: FileHandle, size: number): Promise<Buffer> => {
  const tail = await readAt(handle, Math.max(0, size - endBytes - longestComment), endBytes + longestComment)
  const at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (at < 0 || at + endBytes > tail.length) return Buffer.alloc(0)
  const [bytes, start] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
  return bytes > mostDirectoryBytes || start + bytes > size ? Buffer.alloc(0) : readAt(handle, start, bytes)
}

export type Part = { name: string; isDeflated: boolean; packedBytes: number; start: number }

/** Returns the parts of a zip archive; none if it is not a readable archive. Nothing is unpacked. */
export const partsOf = async (handle: FileHandle, size: number): Promise<Part[]> => {
  const directory = await directoryOf(handle, size)
  const parts: Part[] = []
  for (let at = 0; at + entryBytes <= directory.length && directory.toString('latin1', at, at + 4) === 'PK\x01\x02'; ) {
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field))
    parts.push({
      name: directory.toString('utf8', at + entryBytes, at + entryBytes + name),
      isDeflated: directory.readUInt16LE(at + 10) === 8,
      packedBytes: directory.readUInt32LE(at + 20),
      start: directory.readUInt32LE(at + 42),
    })
    at += entryBytes + name + extra + comment
  }
  return parts
}

/** Returns the content of a part; undefined if it cannot be read or is larger than `mostBytes`, packed or unpacked. */
export const readPart = async (handle: FileHandle, part: Part, mostBytes: number): Promise<Buffer | undefined> => {
  const { isDeflated, packedBytes, start } = part
  if (packedBytes > mostBytes) return undefined
  const head = await readAt(handle, start, localBytes)
  if (head.length < localBytes) return undefined
  const packed = await readAt(handle, start + localBytes + head.readUInt16LE(26) + head.readUInt16LE(28), packedBytes)
  if (!isDeflated) return packed
  return inflate(packed, { maxOutputLength: mostBytes }).catch(() => undefined)
}
