type PictureType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'image/bmp'
type TextType = 'text/plain' | 'text/markdown' | 'text/csv'
type OfficeType =
  | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  | 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
  | 'application/msword'
  | 'application/vnd.ms-excel'
  | 'application/vnd.ms-powerpoint'

/** The types that we accept. Everything else, above all SVG and HTML, could run in a browser or is of no use here. */
export type MediaType = 'application/pdf' | PictureType | TextType | OfficeType

/** Readers accept a PDF whose header is a little after the start (PDF 1.7, appendix H, note 13). */
const pdfHeaderWithin = 1_024

const startsWith = (head: Buffer, bytes: string, at = 0): boolean =>
  head.subarray(at, at + bytes.length).equals(Buffer.from(bytes, 'latin1'))

/** Two letters are not enough to recognize a type, so the sizes of its two headers are checked as well. */
const isBitmap = (head: Buffer): boolean =>
  startsWith(head, 'BM') &&
  head.length >= 18 &&
  head.readUInt32LE(6) === 0 &&
  [12, 16, 40, 52, 56, 64, 108, 124].includes(head.readUInt32LE(14))

const isImage: Record<PictureType, (head: Buffer) => boolean> = {
  'image/jpeg': (head) => startsWith(head, '\xFF\xD8\xFF'),
  'image/png': (head) => startsWith(head, '\x89PNG\r\n\x1A\n'),
  'image/webp': (head) => startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8),
  'image/gif': (head) => startsWith(head, 'GIF87a') || startsWith(head, 'GIF89a'),
  'image/bmp': isBitmap,
}

/** Returns whether a browser may show it itself. What it would pass to another program is saved instead. */
export const isShown = (mediaType: string): boolean => /^(?:application\/pdf$|image\/|text\/)/.test(mediaType)

/**
 * Returns the type that the first bytes of a file show, a PDF or a picture, or undefined if it is neither. Names and declared types
 * are never used: a sender can write anything there. Pictures are checked first, because a comment within one may contain a PDF's
 * header.
 */
export const mediaTypeOf = (head: Buffer): MediaType | undefined => {
  for (const type of Object.keys(isImage) as (keyof typeof isImage)[]) if (isImage[type](head)) return type
  return head.subarray(0, pdfHeaderWithin).includes('%PDF-', 0, 'latin1') ? 'application/pdf' : undefined
}
