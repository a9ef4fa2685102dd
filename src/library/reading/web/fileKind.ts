import { officeFormatOf } from '../reading.policy.ts'

/** How the reader shows a file. */
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
 * By the stored media type, which the content decided. What is not in the list is never handed to the browser:
 * an SVG or an HTML page is a program.
 */
export const kindOf = (fileType: string): FileKind => {
  if (officeFormatOf(fileType)) return 'office'
  return Object.hasOwn(kinds, fileType) ? (kinds[fileType] ?? 'other') : 'other'
}
