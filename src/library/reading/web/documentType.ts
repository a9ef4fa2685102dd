import type { Document } from '#library/documents/documents.contract.ts'
import { officeFormatOf } from '../reading.policy.ts'

/** Abbreviations, the same in every language. */
const labels: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'image/gif': 'GIF',
  'image/bmp': 'BMP',
  'image/webp': 'WEBP',
  'text/plain': 'TXT',
  'text/markdown': 'MD',
  'text/csv': 'CSV',
}

/** Returns a short label for the type of a file, from its media type or its file extension; undefined if neither is known. */
export const typeLabel = ({ fileType, fileName }: Pick<Document, 'fileType' | 'fileName'>): string | undefined =>
  (Object.hasOwn(labels, fileType) ? labels[fileType] : undefined) ??
  officeFormatOf(fileType)?.toUpperCase() ??
  /\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1]?.toUpperCase()

export const isPdf = ({ fileType }: Pick<Document, 'fileType'>): boolean => fileType === 'application/pdf'
