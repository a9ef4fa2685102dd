/*
 * What an attacker can do here, and which line stops it. A member can send any bytes under any media type and name: what was
 * decrypted is of no type that a browser runs (`anyBytes`), and is only given the type of a picture where its bytes begin like
 * one and it is not too large to be decoded (`pictureIn`). The server can answer other bytes: nothing of them is given out.
 */
import { fetchFile, type Receiving } from '#web/api/download.ts'
import { pictureHead } from '#web/pictures/pictureHead.ts'
import { attachmentsApi } from '../attachments.contract.ts'
import { attachmentId, type ShownFile } from './attachmentFile.ts'

/** What the server answers is not the file that was sent. */
export class NotVerifiedError extends Error {
  constructor(cause: unknown) {
    super('This is not the file that was sent', { cause })
  }
}

/** The file is no picture, whatever its sender says. */
export class NotPictureError extends Error {}

const anyBytes = 'application/octet-stream'

/** The whole file, decrypted where it is encrypted. Throws `CallError`, `NotVerifiedError`, or the abort of the caller's own signal. */
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

/** As many pixels as the server decodes. */
const mostPixels = 40_000_000

/** The same as a picture that can be shown. Throws `NotPictureError` too. */
export const wholePicture = async (file: ShownFile, receiving?: Receiving): Promise<Blob> => {
  const whole = await wholeFile(file, receiving)
  return file.decrypt ? pictureIn(whole) : whole
}

const pictureIn = async (file: File): Promise<Blob> => {
  const head = pictureHead(new Uint8Array(await file.arrayBuffer()))
  if (!head || head.width * head.height > mostPixels) throw new NotPictureError()
  return new Blob([file], { type: head.type })
}
