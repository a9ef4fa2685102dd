import type { ByteSource } from './byteSource.ts'

/** Files up to this size are loaded in one request. */
const wholeUpTo = 128 * 1024
/** Small enough that a slow connection transfers little besides the parts that a page needs. */
export const rangeBytes = 32 * 1024

/** The parts of a file that every PDF needs first; they are requested before the code that reads them is loaded. */
export type PdfStart = {
  readonly isWhole: boolean
  readonly head: Promise<Uint8Array<ArrayBuffer>>
  /** The last part, which contains the file's index; undefined if the head is the whole file. */
  readonly tail: { readonly begin: number; readonly bytes: Promise<Uint8Array<ArrayBuffer>> } | undefined
}

export const readStart = (source: ByteSource, size: number, light: boolean): PdfStart => {
  const isWhole = light || size <= wholeUpTo
  const head = source.read(0, isWhole ? size : rangeBytes)
  const begin = Math.floor((size - 1) / rangeBytes) * rangeBytes
  const tail = isWhole ? undefined : { begin, bytes: source.read(begin, size) }
  // Prevents an unhandled rejection; callers that await the promises still receive the failure.
  head.catch(() => undefined)
  tail?.bytes.catch(() => undefined)
  return { isWhole, head, tail }
}
