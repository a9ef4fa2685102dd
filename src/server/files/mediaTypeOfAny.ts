import type { MediaType } from './mediaType.ts'
import { mediaTypeOfFile } from './mediaTypeOfFile.ts'
import { type RecordingType, recordingTypeOf } from './recordings.ts'
import type { ReceivedFile } from './storage.ts'

/** Every type that a stored content can have. */
export type KeptType = MediaType | RecordingType | 'application/zip' | 'application/octet-stream'

const isArchive = (head: Buffer): boolean => head.toString('latin1', 0, 4) === 'PK\x03\x04'

/**
 * Returns the type of any file, by its content. Everything a browser could run, such as pages, drawings and data, and everything
 * unknown has the one type that no program opens automatically.
 */
export const mediaTypeOfAny = async (file: Pick<ReceivedFile, 'temporaryPath' | 'fileName' | 'head' | 'size'>): Promise<KeptType> =>
  recordingTypeOf(file.head, file.fileName) ??
  (await mediaTypeOfFile(file)) ??
  (isArchive(file.head) ? 'application/zip' : 'application/octet-stream')
