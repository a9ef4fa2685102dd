/** The office formats by the ending that people know them by. */
const officeFormats = {
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
} as const
export type OfficeFormat = (typeof officeFormats)[keyof typeof officeFormats]

/** By the stored media type, which the content decided; undefined for what is no Office file. */
export const officeFormatOf = (fileType: string): OfficeFormat | undefined =>
  Object.hasOwn(officeFormats, fileType) ? officeFormats[fileType as keyof typeof officeFormats] : undefined
