import { onForget } from '#web/api/session.ts'
import type { ByteSource } from './byteSource.ts'
import { deviceMemory } from './canvasSize.ts'
import { rangeBytes } from './pdfStart.ts'

/*
 * The parts of PDFs that were read, for a person who opens them again. They are kept in the memory of the page alone, never on
 * the device's disk, and the end of the session forgets them.
 */

/** What a phone with little memory, and what any other device has for them. */
const mostBytesFor = (memoryGiB: number | undefined): number => (memoryGiB !== undefined && memoryGiB <= 2 ? 24 : 64) * 1_048_576
const mostBytes = (): number => mostBytesFor(deviceMemory())

/** The first parts that are read say what stands where in the file: without them no page opens. */
const openingParts = 32

export type KeptFile = {
  /** The server's word for this content; undefined until an answer has brought it. */
  etag: string | undefined
  readonly size: number
  /** By where they begin, in the order in which they came. */
  readonly parts: Map<number, Uint8Array<ArrayBuffer>>
}

/** The one that was opened last stands last. */
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

/** Makes room: first the documents that were opened longest ago go, then the earliest parts of the one that is read. */
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

/** What is kept of a file; empty where that is nothing, or of another content of the same document. */
export const keptFile = (id: string, size: number): KeptFile => {
  const known = files.get(id)
  if (known && known.size !== size) forgetKept(id)
  const file: KeptFile = known?.size === size ? known : { etag: undefined, size, parts: new Map() }
  files.delete(id)
  files.set(id, file)
  return file
}

const keep = (file: KeptFile, begin: number, bytes: Uint8Array<ArrayBuffer>): void => {
  // A session that has ended, or an answer of another content, has forgotten this file while these bytes were on their way.
  if (![...files.values()].includes(file)) return
  for (let at = 0; at < bytes.byteLength; at += rangeBytes) {
    const isWhole = at + rangeBytes <= bytes.byteLength || begin + bytes.byteLength === file.size
    if ((begin + at) % rangeBytes !== 0 || !isWhole || file.parts.has(begin + at)) continue
    // A copy: pdf.js takes away from us what it is given.
    const part = bytes.slice(at, at + rangeBytes)
    file.parts.set(begin + at, part)
    total += part.byteLength
  }
  makeRoom()
}

/** Where the parts begin that are not kept, from the first such one to behind the last; undefined where all are. */
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

/** Reads what is kept from memory and the rest from the source, and keeps that too. */
export const keeping = (file: KeptFile, source: ByteSource): ByteSource => ({
  read: async (begin, wantedEnd) => {
    const end = Math.min(wantedEnd, file.size)
    const gap = missing(file, begin, end)
    // What is kept may be forgotten while the rest is on its way, so it is copied first.
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
