import type { ByteSource } from './byteSource.ts'

/** Files up to this size come whole, in one request. */
const wholeUpTo = 128 * 1024
/** Small enough that a slow line carries the parts that a page needs and little else. */
export const rangeBytes = 32 * 1024

/** The parts of a file that every PDF needs first; they are on their way before the code that reads them is there. */
export type PdfStart = {
  readonly isWhole: boolean
  readonly head: Promise<Uint8Array<ArrayBuffer>>
  /** The last part, with the list of what stands where; undefined where the head is the whole file. */
  readonly tail: { readonly begin: number; readonly bytes: Promise<Uint8Array<ArrayBuffer>> } | undefined
}

export const readStart = (source: ByteSource, size: number, light: boolean): PdfStart => {
  const isWhole = light || size <= wholeUpTo
  const head = source.read(0, isWhole ? size : rangeBytes)
  const begin = Math.floor((size - 1) / rangeBytes) * rangeBytes
  const tail = isWhole ? undefined : { begin, bytes: source.read(begin, size) }
  // A caller that awaits them gets the failure; until then nobody does.
  head.catch(() => undefined)
  tail?.bytes.catch(() => undefined)
  return { isWhole, head, tail }
}
