import type { FileHandle } from 'node:fs/promises'
import { readAt } from './readAt.ts'

/*
 * The container of the old office formats ([MS-CFB]): a file of sectors, with a table that chains them (the FAT) and a directory of
 * entries of 128 bytes, of which the first is the root and the others form binary trees below it.
 */
const headerBytes = 512
const entryBytes = 128
const endOfChain = 0xfffffffe
const nothing = 0xffffffff
const listedInHeader = 109
/** The directory of a document has a few dozen entries; the limit ends a circular chain. */
const mostSectors = 256

type Compound = { handle: FileHandle; header: Buffer; sectorBytes: number }

const sector = ({ handle, sectorBytes }: Compound, number: number): Promise<Buffer> =>
  readAt(handle, (number + 1) * sectorBytes, sectorBytes)

/** Returns the next sector of a chain; undefined if its part of the table is not listed in the header. */
const nextOf = async (compound: Compound, number: number): Promise<number | undefined> => {
  const perSector = compound.sectorBytes / 4
  const place = Math.floor(number / perSector)
  if (place >= listedInHeader) return undefined
  const table = await sector(compound, compound.header.readUInt32LE(76 + place * 4))
  const at = (number % perSector) * 4
  return at + 4 <= table.length ? table.readUInt32LE(at) : undefined
}

const readDirectory = async (compound: Compound): Promise<Buffer | undefined> => {
  const sectors: Buffer[] = []
  let next: number | undefined = compound.header.readUInt32LE(48)
  while (next !== undefined && next !== endOfChain) {
    if (sectors.length >= mostSectors) return undefined
    sectors.push(await sector(compound, next))
    next = await nextOf(compound, next)
  }
  return next === undefined ? undefined : Buffer.concat(sectors)
}

/** Returns the names directly below the root: the stream of an embedded table is deeper, and does not make a text a table. */
const namesBelowRoot = (directory: Buffer): string[] => {
  const names: string[] = []
  const seen = new Set<number>()
  const waiting = directory.length >= entryBytes ? [directory.readUInt32LE(76)] : []
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const at = id * entryBytes
    if (id === nothing || seen.has(id) || at + entryBytes > directory.length) continue
    seen.add(id)
    const bytes = Math.min(64, directory.readUInt16LE(at + 64))
    names.push(directory.toString('utf16le', at, at + Math.max(0, bytes - 2)))
    waiting.push(directory.readUInt32LE(at + 68), directory.readUInt32LE(at + 72))
  }
  return names
}

/** Returns the names of the streams and storages at the top of a compound file; undefined if its directory cannot be followed. */
export const streamsOf = async (handle: FileHandle): Promise<string[] | undefined> => {
  const header = await readAt(handle, 0, headerBytes)
  if (header.length < headerBytes) return undefined
  const shift = header.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return undefined
  const directory = await readDirectory({ handle, header, sectorBytes: 2 ** shift })
  return directory && namesBelowRoot(directory)
}
