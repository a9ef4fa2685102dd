import { Readable } from 'node:stream'
import { AppError, commonErrors } from '#contract/errors.ts'
import { pictureErrors } from '#contract/picture.ts'
import type { Db } from '#server/db/tables.ts'
import type { OpenCtx, Platform } from '#server/feature/platform.ts'
import type { Jobs } from '#server/work/jobs.ts'
import { WorkError } from '#server/work/pool.ts'
import { runWork } from '#server/work/run.ts'
import { type MediaType, mediaTypeOf } from './mediaType.ts'
import type { ReceivedFile } from './storage.ts'
import { storeAllWithRow, storeWithRow } from './storeWithRow.ts'

/** What `readPicture` returns is always of this type. */
const pictureType = 'image/webp'

const usualKinds: readonly MediaType[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']
const TIMEOUT_MS = 12_000

type Refusing = {
  /** The form field, which a refusal names. */
  field: string
  /** The sentence for a file that is not a picture, instead of the usual one. */
  message?: string
  /** The accepted types, if they are fewer than usual. */
  kinds?: readonly MediaType[]
}

type Options = Refusing & {
  /** The maximum width and height in pixels; smaller pictures are not enlarged. */
  side: number
}

type PaintJob = 'picture' | 'pictureSizes' | 'attachedPicture'

/** The process may have died of something other than this picture, so a picture is tried twice. */
export const paint = async <J extends PaintJob>(job: J, input: Jobs[J]['input']): Promise<Jobs[J]['output']> => {
  const once = () => runWork(job, input, { timeoutMs: TIMEOUT_MS })
  return once().catch((error: unknown) => {
    if (error instanceof WorkError && error.reason === 'died') return once()
    throw error
  })
}

/** Re-encodes a received file, or refuses one that is not a picture. */
const repaint = async <J extends PaintJob>(
  job: J,
  { head }: ReceivedFile,
  input: Jobs[J]['input'],
  { field, message = pictureErrors.notPicture.message, kinds = usualKinds }: Refusing,
): Promise<Jobs[J]['output']> => {
  const notPicture = () => new AppError(pictureErrors.notPicture, { message, fields: { [field]: message } })
  const type = mediaTypeOf(head)
  if (!type || !kinds.includes(type)) throw notPicture()
  try {
    return await paint(job, input)
  } catch (error) {
    if (!(error instanceof WorkError)) throw error
    throw error.reason === 'stopped' ? new AppError(commonErrors.unavailable) : notPicture()
  }
}

/**
 * Re-encodes a received picture off the main thread: upright, at most `side` wide and high, as WebP, without metadata, and only the
 * first frame of an animation. Throws `pictureErrors.notPicture` if it is not a picture, is too large when decoded, or takes too
 * long, and `commonErrors.unavailable` if too many pictures are waiting.
 *
 * Save the result with `withPicture`. It replaces the received file, so that only one of the two can be kept.
 */
export const readPicture = async (
  { storage }: Pick<Platform, 'storage'>,
  file: ReceivedFile,
  { side, ...refusing }: Options,
): Promise<ReceivedFile> => {
  const bytes = await repaint('picture', file, { path: file.temporaryPath, side }, refusing)
  return storage.replace(file, Readable.from([bytes]))
}

/** Saves a row in a transaction of its own, together with its picture if there is one. */
export const withPicture = <T>(
  ctx: Pick<OpenCtx, 'db' | 'storage' | 'clock' | 'transact'>,
  picture: ReceivedFile | undefined,
  save: (tx: Db) => Promise<T>,
): Promise<T> => (picture ? storeWithRow(ctx, picture, pictureType, save) : ctx.transact(save))

type Storing = Pick<OpenCtx, 'db' | 'storage' | 'clock' | 'transact'>

/** A picture in several sizes: the hash of each, in the order of the widths, and the pixels of the first. */
export type StoredSizes = { hashes: readonly string[]; width: number; height: number; placeholder: string }

/**
 * Re-encodes a received picture in several widths (the largest first, none enlarged), and saves a row in a transaction of its own
 * together with all of them. Throws like `readPicture`.
 */
export const withPictureSizes = async <T>(
  ctx: Storing,
  file: ReceivedFile,
  { widths, ...refusing }: Refusing & { widths: readonly number[] },
  save: (tx: Db, stored: StoredSizes) => Promise<T>,
): Promise<T> => {
  const { sizes, ...about } = await repaint('pictureSizes', file, { path: file.temporaryPath, widths }, refusing)
  const received: ReceivedFile[] = []
  try {
    for (const bytes of sizes) {
      const options = { fileName: file.fileName, maxBytes: Number.POSITIVE_INFINITY }
      received.push(await ctx.storage.receive(Readable.from([bytes]), options))
    }
    const contents = received.map((one) => ({ file: one, mediaType: pictureType }) as const)
    const hashes = received.map(({ sha256 }) => sha256)
    return await storeAllWithRow(ctx, contents, (tx) => save(tx, { hashes, ...about }))
  } finally {
    for (const one of received) await ctx.storage.discard(one)
  }
}
