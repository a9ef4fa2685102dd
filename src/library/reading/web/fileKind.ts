import { officeFormatOf } from '../reading.policy.ts'

/** The reader that shows a file. */
export type FileKind = 'pdf' | 'picture' | 'text' | 'table' | 'office' | 'other'

const kinds: Record<string, FileKind> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'picture',
  'image/png': 'picture',
  'image/gif': 'picture',
  'image/bmp': 'picture',
  'image/webp': 'picture',
  'text/plain': 'text',
  'text/markdown': 'text',
  'text/csv': 'table',
}

/**
 * Returns the reader for the stored media type, which is detected from the content. Types that are not listed are never passed to the
 * browser: an SVG or HTML file can contain scripts.
 */
export const kindOf = (fileType: string): FileKind => {
  if (officeFormatOf(fileType)) return 'office'
  return Object.hasOwn(kinds, fileType) ? (kinds[fileType] ?? 'other') : 'other'
}
