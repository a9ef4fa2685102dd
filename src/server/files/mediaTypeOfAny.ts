import type { MediaType } from './mediaType.ts'
import { mediaTypeOfFile } from './mediaTypeOfFile.ts'
import { type RecordingType, recordingTypeOf } from './recordings.ts'
import type { ReceivedFile } from './storage.ts'

/** Every type that a stored content can have. */
export type KeptType = MediaType | RecordingType | 'application/zip' | 'application/octet-stream'

const isArchive = (head: Buffer): boolean => head.toString('latin1', 0, 4) === 'PK\x03\x04'

/**
 * The type of any file, by its content. What a browser could run, pages and drawings and data of any kind, and what nobody
 * knows is of the one type that no program opens by itself.
 */
export const mediaTypeOfAny = async (file: Pick<ReceivedFile, 'temporaryPath' | 'fileName' | 'head' | 'size'>): Promise<KeptType> =>
  recordingTypeOf(file.head, file.fileName) ??
  (await mediaTypeOfFile(file)) ??
  (isArchive(file.head) ? 'application/zip' : 'application/octet-stream')
