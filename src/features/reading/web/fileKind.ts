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

/** The office formats by the ending that people know them by. */
const offices = {
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
} as const
export type OfficeFormat = (typeof offices)[keyof typeof offices]

export const officeFormatOf = (fileType: string): OfficeFormat | undefined =>
  Object.hasOwn(offices, fileType) ? offices[fileType as keyof typeof offices] : undefined

/**
 * By the stored media type, which the content decided. What is not in the list is never handed to the browser:
 * an SVG or an HTML page is a program.
 */
export const kindOf = (fileType: string): FileKind => {
  if (officeFormatOf(fileType)) return 'office'
  return Object.hasOwn(kinds, fileType) ? (kinds[fileType] ?? 'other') : 'other'
}
