/** Office formats by their usual file extension. */
const officeFormats = {
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
} as const
export type OfficeFormat = (typeof officeFormats)[keyof typeof officeFormats]

/** Returns the format for the stored media type, which is detected from the content; undefined for other files. */
export const officeFormatOf = (fileType: string): OfficeFormat | undefined =>
  Object.hasOwn(officeFormats, fileType) ? officeFormats[fileType as keyof typeof officeFormats] : undefined
