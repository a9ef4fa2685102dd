import { Readable } from 'node:stream'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { Tx } from '#server/db/transact.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { mediaTypeOf } from '#server/files/mediaType.ts'
import { mediaTypeOfAny } from '#server/files/mediaTypeOfAny.ts'
import { paint } from '#server/files/pictures.ts'
import type { ReceivedFile } from '#server/files/storage.ts'
import { type Content, storeAllWithRow } from '#server/files/storeWithRow.ts'
import type { Jobs } from '#server/work/jobs.ts'
import { WorkError } from '#server/work/pool.ts'

const SIDE = 2_048
const PREVIEW_SIDE = 640

/** Picture types that every browser can show. */
const pictures: readonly (string | undefined)[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

type Painted = Jobs['attachedPicture']['output']

/**
 * Re-encodes the picture in a received file. Returns undefined if that is impossible; the file is then treated like any other.
 */
const paintedOf = async ({ head, temporaryPath: path }: ReceivedFile): Promise<Painted | undefined> => {
  if (!pictures.includes(mediaTypeOf(head))) return undefined
  try {
    return await paint('attachedPicture', { path, side: SIDE, previewSide: PREVIEW_SIDE })
  } catch (error) {
    if (!(error instanceof WorkError)) throw error
    if (error.reason === 'stopped') throw new AppError(commonErrors.unavailable)
    return undefined
  }
}

/** The stored form of a file, as far as its row describes it. */
export type Kept = {
  type: 'image' | 'file'
  sha256: string
  previewSha256: string | null
  width: number | null
  height: number | null
}
type Save<T> = (tx: Tx, kept: Kept) => Promise<T>

const withPicture = async <T>(ctx: Ctx, file: ReceivedFile, { width, height, ...painted }: Painted, save: Save<T>): Promise<T> => {
  const made: ReceivedFile[] = []
  const receive = async (bytes: Uint8Array): Promise<ReceivedFile> => {
    const one = await ctx.storage.receive(Readable.from([bytes]), { fileName: file.fileName, maxBytes: Number.POSITIVE_INFINITY })
    made.push(one)
    return one
  }
  try {
    const whole: Content = { file: await receive(painted.picture), mediaType: painted.type }
    const preview: Content = { file: await receive(painted.preview), mediaType: 'image/webp' }
    const hashes = { sha256: whole.file.sha256, previewSha256: preview.file.sha256 }
    return await storeAllWithRow(ctx, [whole, preview], (tx) => save(tx, { type: 'image', ...hashes, width, height }))
  } finally {
    for (const one of made) await ctx.storage.discard(one)
  }
}

/** The stored name of an encrypted file. Only its readers know the real one. */
export const encryptedName = 'encrypted'

/** The same for a file encrypted in the browser: it is not converted, and its type is that of arbitrary bytes. */
export const withEncryptedFile = <T>(ctx: Ctx, file: ReceivedFile, save: Save<T>): Promise<T> => {
  const kept: Kept = { type: 'file', sha256: file.sha256, previewSha256: null, width: null, height: null }
  return storeAllWithRow(ctx, [{ file, mediaType: 'application/octet-stream' }], (tx) => save(tx, kept))
}

/**
 * Stores a received file and saves rows in one transaction. A picture is re-encoded, which removes metadata such as the location,
 * and gets a smaller copy; all other files are stored byte for byte.
 */
export const withFile = async <T>(ctx: Ctx, file: ReceivedFile, save: Save<T>): Promise<T> => {
  const painted = await paintedOf(file)
  if (painted) return withPicture(ctx, file, painted, save)
  const content: Content = { file, mediaType: await mediaTypeOfAny(file) }
  const kept: Kept = { type: 'file', sha256: file.sha256, previewSha256: null, width: null, height: null }
  return storeAllWithRow(ctx, [content], (tx) => save(tx, kept))
}
