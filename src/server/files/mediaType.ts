/** The types that the house keeps. Everything else, SVG and HTML above all, could run in a browser or is of no use here. */
export type MediaType = 'application/pdf' | 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif'

/** Readers accept a PDF whose header stands a little behind the start (PDF 1.7, appendix H, note 13). */
const pdfHeaderWithin = 1_024

const startsWith = (head: Buffer, bytes: string, at = 0): boolean =>
  head.subarray(at, at + bytes.length).equals(Buffer.from(bytes, 'latin1'))

const isImage: Record<Exclude<MediaType, 'application/pdf'>, (head: Buffer) => boolean> = {
  'image/jpeg': (head) => startsWith(head, '\xFF\xD8\xFF'),
  'image/png': (head) => startsWith(head, '\x89PNG\r\n\x1A\n'),
  'image/webp': (head) => startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8),
  'image/gif': (head) => startsWith(head, 'GIF87a') || startsWith(head, 'GIF89a'),
}

/**
 * The type that the first bytes of a file show, or nothing where it is none of ours. Names and declared types are never
 * asked: a sender can write anything there. Pictures are judged first, because a comment within one may hold a PDF's header.
 */
export const mediaTypeOf = (head: Buffer): MediaType | undefined => {
  for (const type of Object.keys(isImage) as (keyof typeof isImage)[]) if (isImage[type](head)) return type
  return head.subarray(0, pdfHeaderWithin).includes('%PDF-', 0, 'latin1') ? 'application/pdf' : undefined
}
