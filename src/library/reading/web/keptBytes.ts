import { onForget } from '#web/api/session.ts'
import type { ByteSource } from './byteSource.ts'
import { deviceMemory } from './canvasSize.ts'
import { rangeBytes } from './pdfStart.ts'

/*
 * A cache of the loaded parts of PDFs, for people who open them again. It exists only in the memory of the page, never on the device's
 * disk, and the end of the session clears it.
 */

/** Returns the size of the cache on a phone with little memory, and on other devices. */
const mostBytesFor = (memoryGiB: number | undefined): number => (memoryGiB !== undefined && memoryGiB <= 2 ? 24 : 64) * 1_048_576
const mostBytes = (): number => mostBytesFor(deviceMemory())

/** The first parts that are loaded contain the file's index, without which no page opens. */
const openingParts = 32

export type KeptFile = {
  /** The ETag of this content; undefined until a response has one. */
  etag: string | undefined
  readonly size: number
  /** By offset, in the order of loading. */
  readonly parts: Map<number, Uint8Array<ArrayBuffer>>
}

/** Sorted by the time of opening, most recent last. */
const files = new Map<string, KeptFile>()
let total = 0

const forgetPart = ({ parts }: KeptFile, begin: number): void => {
  total -= parts.get(begin)?.byteLength ?? 0
  parts.delete(begin)
}

export const forgetKept = (id: string): void => {
  const file = files.get(id)
  files.delete(id)
  if (file) for (const begin of [...file.parts.keys()]) forgetPart(file, begin)
}

onForget(() => {
  for (const id of [...files.keys()]) forgetKept(id)
})

/** Makes room: first evicts the documents opened longest ago, then the earliest parts of the current one. */
const makeRoom = (): void => {
  for (const [id, file] of files) {
    if (total <= mostBytes()) return
    if (files.size > 1) forgetKept(id)
    else {
      const begins = [...file.parts.keys()].slice(openingParts)
      for (const begin of begins) if (total > mostBytes()) forgetPart(file, begin)
    }
  }
}

/** Returns the cache entry of a file; a new one if there is none, or if it has another content. */
export const keptFile = (id: string, size: number): KeptFile => {
  const known = files.get(id)
  if (known && known.size !== size) forgetKept(id)
  const file: KeptFile = known?.size === size ? known : { etag: undefined, size, parts: new Map() }
  files.delete(id)
  files.set(id, file)
  return file
}

const keep = (file: KeptFile, begin: number, bytes: Uint8Array<ArrayBuffer>): void => {
  // The entry was evicted while these bytes were loading: the session has ended, or the content has changed.
  if (![...files.values()].includes(file)) return
  for (let at = 0; at < bytes.byteLength; at += rangeBytes) {
    const isWhole = at + rangeBytes <= bytes.byteLength || begin + bytes.byteLength === file.size
    if ((begin + at) % rangeBytes !== 0 || !isWhole || file.parts.has(begin + at)) continue
    // A copy, because pdf.js transfers the buffers it receives.
    const part = bytes.slice(at, at + rangeBytes)
    file.parts.set(begin + at, part)
    total += part.byteLength
  }
  makeRoom()
}

/** Returns the range from the first to the last part that is not cached; undefined if all are. */
const missing = ({ parts }: KeptFile, begin: number, end: number): { begin: number; end: number } | undefined => {
  let first: number | undefined
  let last = 0
  for (let at = Math.floor(begin / rangeBytes) * rangeBytes; at < end; at += rangeBytes) {
    if (parts.has(at)) continue
    first ??= at
    last = at + rangeBytes
  }
  return first === undefined ? undefined : { begin: Math.max(begin, first), end: Math.min(end, last) }
}

const copyKept = ({ parts }: KeptFile, into: Uint8Array<ArrayBuffer>, begin: number): void => {
  const end = begin + into.byteLength
  for (let at = Math.floor(begin / rangeBytes) * rangeBytes; at < end; at += rangeBytes) {
    const part = parts.get(at)
    if (!part) continue
    const from = Math.max(begin, at)
    into.set(part.subarray(from - at, Math.min(end - at, part.byteLength)), from - begin)
  }
}

/** Returns a range with its ETag; undefined if a part is not cached. */
export const peekKept = (
  id: string,
  begin: number,
  end: number,
): { bytes: Uint8Array<ArrayBuffer>; etag: string | undefined } | undefined => {
  const file = files.get(id)
  if (!file || missing(file, begin, end)) return undefined
  const bytes = new Uint8Array(end - begin)
  copyKept(file, bytes, begin)
  return { bytes, etag: file.etag }
}

/** Reads cached parts from memory and the rest from the source, and caches it. */
export const keeping = (file: KeptFile, source: ByteSource): ByteSource => ({
  read: async (begin, wantedEnd) => {
    const end = Math.min(wantedEnd, file.size)
    const gap = missing(file, begin, end)
    // Copied first, because cached parts may be evicted while the rest is loading.
    const bytes = new Uint8Array(gap?.begin === begin && gap.end === end ? 0 : Math.max(0, end - begin))
    copyKept(file, bytes, begin)
    if (!gap) return bytes
    const fetched = await source.read(gap.begin, gap.end)
    keep(file, gap.begin, fetched)
    if (bytes.byteLength === 0) return fetched
    bytes.set(fetched, gap.begin - begin)
    return bytes
  },
  close: source.close,
})
