import type { FileHandle } from 'node:fs/promises'
import { readAt } from './readAt.ts'

const endBytes = 22
const longestComment = 0xffff
const entryBytes = 46
/** An office document of many thousand parts has far less; a larger directory is not read. */
const mostDirectoryBytes = 4 * 1_024 * 1_024

/** Returns the position of the list of parts: a record at the very end gives it, and a comment may follow that. */
const directoryOf = async (handle: FileHandle, size: number): Promise<Buffer> => {
  const tail = await readAt(handle, Math.max(0, size - endBytes - longestComment), endBytes + longestComment)
  const at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (at < 0 || at + endBytes > tail.length) return Buffer.alloc(0)
  const [bytes, start] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
  return bytes > mostDirectoryBytes || start + bytes > size ? Buffer.alloc(0) : readAt(handle, start, bytes)
}

/** Returns the names of the parts in a zip archive; none if it is not a readable archive. Nothing is unpacked. */
export const partsOf = async (handle: FileHandle, size: number): Promise<string[]> => {
  const directory = await directoryOf(handle, size)
  const names: string[] = []
  for (let at = 0; at + entryBytes <= directory.length && directory.toString('latin1', at, at + 4) === 'PK\x01\x02'; ) {
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field))
    names.push(directory.toString('utf8', at + entryBytes, at + entryBytes + (name ?? 0)))
    at += entryBytes + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return names
}
