/*
 * What an attacker can do here, and which line stops it. A member can send any bytes under any media type and name: decrypted
 * files get a type that no browser executes (`anyBytes`), and the type of a picture only if their bytes begin like
 * one and it is not too large to decode (`pictureIn`). The server can return other bytes: they are never returned from here.
 */
import { fetchFile, type Receiving } from '#web/api/download.ts'
import { pictureHead } from '#web/pictures/pictureHead.ts'
import { attachmentsApi } from '../attachments.contract.ts'
import { attachmentId, type ShownFile } from './attachmentFile.ts'

/** Thrown if the server returns bytes other than the file that was sent. */
export class NotVerifiedError extends Error {
  constructor(cause: unknown) {
    super('This is not the file that was sent', { cause })
  }
}

/** Thrown if the file is not a picture, regardless of the type its sender gave. */
export class NotPictureError extends Error {}

const anyBytes = 'application/octet-stream'

/**
 * Returns the whole file, decrypted if necessary. Throws `CallError`, `NotVerifiedError`, or the abort of the caller's signal.
 */
export const wholeFile = async (file: ShownFile, receiving?: Receiving): Promise<File> => {
  const { decrypt, originalName } = file
  const fetched = await fetchFile(attachmentsApi.file, { params: { id: attachmentId(file) } }, receiving)
  if (!decrypt) return fetched
  const bytes = await decrypt(await fetched.arrayBuffer()).catch((error: unknown) => {
    throw new NotVerifiedError(error)
  })
  receiving?.signal?.throwIfAborted()
  return new File([bytes], originalName, { type: anyBytes })
}

/** The same pixel limit as on the server. */
const mostPixels = 40_000_000

/** Returns the file as a picture that can be shown. Also throws `NotPictureError`. */
export const wholePicture = async (file: ShownFile, receiving?: Receiving): Promise<Blob> => {
  if (file.sent) return file.sent.blob
  const whole = await wholeFile(file, receiving)
  return file.decrypt ? pictureIn(whole) : whole
}

const pictureIn = async (file: File): Promise<Blob> => {
  const head = pictureHead(new Uint8Array(await file.arrayBuffer()))
  if (!head || head.width * head.height > mostPixels) throw new NotPictureError()
  return new Blob([file], { type: head.type })
}
