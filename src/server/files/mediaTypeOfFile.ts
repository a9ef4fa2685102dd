import { type FileHandle, open } from 'node:fs/promises'
import { extname } from 'node:path/posix'
import { streamsOf } from './compoundFile.ts'
import { type MediaType, mediaTypeOf } from './mediaType.ts'
import { isPlainText } from './plainText.ts'
import type { ReceivedFile } from './storage.ts'
import { partsOf, readPart } from './zip.ts'

type CheckedFile = Pick<ReceivedFile, 'temporaryPath' | 'fileName' | 'head' | 'size'>

/** The part that makes an archive a document of this kind; some programs number it. */
const mainParts: readonly (readonly [RegExp, MediaType])[] = [
  [/^word\/document\d*\.xml$/, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  [/^xl\/workbook\d*\.xml$/, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  [/^ppt\/presentation\d*\.xml$/, 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
]

/** Documents with macros, and tables with the macro sheets of earlier versions of Excel, are of other types, which we do not accept. */
const holdsPrograms = /[/\\](?:vbaProject\.bin$|(?:intl)?macrosheets[/\\])/i

/** Lists the kind of each part, whatever its name is. That of a book of a thousand sheets has 150 KB. */
const listOfKinds = '[Content_Types].xml'
const mostListBytes = 1_024 * 1_024
/** A list in UTF-16, which no program writes, could hide the words. */
const namesPrograms = /vbaProject|macroEnabled|macrosheet|\0/i

const ofArchive = async (handle: FileHandle, size: number): Promise<MediaType | undefined> => {
  const parts = await partsOf(handle, size)
  if (parts.some(({ name }) => holdsPrograms.test(name))) return undefined
  const [kinds, ...others] = parts.filter(({ name }) => name === listOfKinds)
  const list = kinds && others.length === 0 ? await readPart(handle, kinds, mostListBytes) : undefined
  if (!list || namesPrograms.test(list.toString('latin1'))) return undefined
  return mainParts.find(([main]) => parts.some(({ name }) => main.test(name)))?.[1]
}

const oldTypes: Record<string, { streams: readonly string[]; type: MediaType }> = {
  '.doc': { streams: ['WordDocument'], type: 'application/msword' },
  '.xls': { streams: ['Workbook', 'Book'], type: 'application/vnd.ms-excel' },
  '.ppt': { streams: ['PowerPoint Document'], type: 'application/vnd.ms-powerpoint' },
}

/** Installers, mails and thumbnails are compound files too, so a name decides only if the streams cannot be read. */
const ofCompound = async (handle: FileHandle, extension: string): Promise<MediaType | undefined> => {
  const streams = await streamsOf(handle)
  if (!streams) return oldTypes[extension]?.type
  return Object.values(oldTypes).find((one) => one.streams.some((stream) => streams.includes(stream)))?.type
}

const textTypes: Record<string, MediaType> = {
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.csv': 'text/csv',
}

const compoundHeader = Buffer.from('D0CF11E0A1B11AE1', 'hex')
const archiveHeader = Buffer.from('PK\x03\x04', 'latin1')

const ofOffice = async ({ temporaryPath, head, size }: CheckedFile, extension: string): Promise<MediaType | undefined> => {
  const handle = await open(temporaryPath, 'r')
  try {
    return head.subarray(0, 4).equals(archiveHeader) ? await ofArchive(handle, size) : await ofCompound(handle, extension)
  } finally {
    await handle.close()
  }
}

/**
 * Returns the type of a received file by all of its content, or undefined if we do not accept it. Only the name distinguishes kinds
 * of text.
 */
export const mediaTypeOfFile = async (file: CheckedFile): Promise<MediaType | undefined> => {
  const { head, fileName, temporaryPath } = file
  const extension = extname(fileName).toLowerCase()
  if (head.subarray(0, 4).equals(archiveHeader) || head.subarray(0, 8).equals(compoundHeader)) return ofOffice(file, extension)
  const known = mediaTypeOf(head)
  // A text about PDFs may mention the header, which is at the very beginning of nearly every PDF.
  const mayBeText = !known || (known === 'application/pdf' && extension in textTypes && !head.toString('latin1', 0, 5).startsWith('%PDF-'))
  if (!mayBeText) return known
  return (await isPlainText(temporaryPath)) ? (textTypes[extension] ?? 'text/plain') : known
}
