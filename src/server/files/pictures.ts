import { Readable } from 'node:stream'
import { AppError, commonErrors } from '#contract/errors.ts'
import { pictureErrors } from '#contract/picture.ts'
import type { Db } from '#server/db/tables.ts'
import type { OpenCtx, Platform } from '#server/platform.ts'
import type { PictureInput } from '#server/work/picture.ts'
import { WorkError } from '#server/work/pool.ts'
import { runWork } from '#server/work/run.ts'
import { type MediaType, mediaTypeOf } from './mediaType.ts'
import type { ReceivedFile } from './storage.ts'
import { storeWithRow } from './storeWithRow.ts'

/** What `readPicture` returns is always of this type. */
const pictureType = 'image/webp'

const kinds: ReadonlySet<string | undefined> = new Set<MediaType>(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])
const TIMEOUT_MS = 12_000

type Options = {
  /** The most pixels that it is wide and high afterwards; smaller ones are not enlarged. */
  side: number
  /** The form's field, which a refusal names. */
  field: string
  /** The sentence for what is no picture, where it is another one than usual. */
  message?: string
}

/** The process may have died of something else than this picture, so a picture is tried twice. */
const paint = async (input: PictureInput): Promise<Uint8Array> => {
  const once = () => runWork('picture', input, { timeoutMs: TIMEOUT_MS })
  return once().catch((error: unknown) => {
    if (error instanceof WorkError && error.reason === 'died') return once()
    throw error
  })
}

/**
 * Paints a received picture anew, away from the main thread: upright, at most `side` wide and high, as WebP, without any
 * metadata; of an animation the first frame. Throws `pictureErrors.notPicture` for what is none, is too large once it is
 * decoded, or takes too long, and `commonErrors.unavailable` where too many pictures wait.
 *
 * Save the result with `withPicture`. It has taken the place of what was sent, so that one or the other is kept, or none.
 */
export const readPicture = async (
  { storage }: Pick<Platform, 'storage'>,
  file: ReceivedFile,
  { side, field, message = pictureErrors.notPicture.message }: Options,
): Promise<ReceivedFile> => {
  const notPicture = () => new AppError(pictureErrors.notPicture, { message, fields: { [field]: message } })
  if (!kinds.has(mediaTypeOf(file.head))) throw notPicture()
  try {
    const bytes = await paint({ path: file.temporaryPath, side })
    return await storage.replace(file, Readable.from([bytes]))
  } catch (error) {
    if (!(error instanceof WorkError)) throw error
    throw error.reason === 'stopped' ? new AppError(commonErrors.unavailable) : notPicture()
  }
}

/** Saves a row in a transaction of its own, together with the picture that it names where there is one. */
export const withPicture = <T>(
  ctx: Pick<OpenCtx, 'db' | 'storage' | 'clock' | 'transact'>,
  picture: ReceivedFile | undefined,
  save: (tx: Db) => Promise<T>,
): Promise<T> => (picture ? storeWithRow(ctx, picture, pictureType, save) : ctx.transact(save))
