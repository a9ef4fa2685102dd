import { parse } from 'node:path/posix'
import { AppError } from '#contract/errors.ts'
import { cleanFileName } from '#contract/fileName.ts'
import { limits } from '#contract/limits.ts'
import { pictureErrors } from '#contract/picture.ts'
import type { Db } from '#server/db/tables.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { type MediaType, mediaTypeOf } from '#server/files/mediaType.ts'
import { readPicture } from '#server/files/pictures.ts'
import type { ReceivedFile } from '#server/files/storage.ts'
import { storeWithRow } from '#server/files/storeWithRow.ts'
import { noticeErrors } from '../notices.shapes.contract.ts'

const FIELD = 'attachment'
const SIDE = 1_600

/** An attachment ready to be stored. */
export type Attachment = { file: ReceivedFile; mediaType: MediaType; name: string }

const named = (fileName: string, extension: string): string =>
  fileName.toLowerCase().endsWith(extension) ? fileName : cleanFileName(`${parse(fileName).name}${extension}`)

const refuse = (kind: (typeof pictureErrors)['tooLarge'] | (typeof noticeErrors)['wrongAttachment']) => new AppError(kind, { field: FIELD })

/** Validates the content of an upload: a PDF is stored unchanged, a picture is re-encoded, and other types are rejected. */
export const readAttachment = async (ctx: Ctx, file: ReceivedFile | undefined): Promise<Attachment | undefined> => {
  if (!file) return undefined
  const mediaType = mediaTypeOf(file.head)
  if (mediaType === 'application/pdf') return { file, mediaType, name: named(file.fileName, '.pdf') }
  if (!mediaType) throw refuse(noticeErrors.wrongAttachment)
  if (file.size > limits.pictureBytes) throw refuse(pictureErrors.tooLarge)
  const painted = await readPicture(ctx, file, { side: SIDE, field: FIELD, message: noticeErrors.wrongAttachment.message })
  return { file: painted, mediaType: 'image/webp', name: named(file.fileName, '.webp') }
}

/** Saves rows in a transaction, together with the attachment they refer to, if any. */
export const withAttachment = <T>(ctx: Ctx, attachment: Attachment | undefined, save: (tx: Db) => Promise<T>): Promise<T> =>
  attachment ? storeWithRow(ctx, attachment.file, attachment.mediaType, save) : ctx.transact(save)
