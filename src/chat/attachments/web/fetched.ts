import { MB } from '#contract/limits.ts'
import { fetchFile } from '#web/api/download.ts'
import { type Painted, paintPicture } from '#web/pictures/paintPicture.ts'
import { turns } from '#web/turns.ts'
import { attachmentsApi } from '../attachments.contract.ts'
import { attachmentId, type ShownFile } from './attachmentFile.ts'
import { keepFetched } from './kept.ts'
import { NotPictureError, wholeFile, wholePicture } from './wholeFile.ts'

/** A preview as a blob URL. For a picture that was painted here, also its size: the server does not know that of an encrypted one. */
export type Preview = { url: string; width?: number; height?: number }

const previewSide = 640
/** Pictures the browser cannot downscale are shown unchanged up to this size. */
const mostUnpainted = 2 * MB

/** Encrypted files are downloaded completely: the limit leaves room for this person's other downloads (`downloadsPerPerson`). */
const inTurn = turns(4)

let lastPainting: Promise<unknown> = Promise.resolve()

/** Downscales one picture at a time, because the pixels of a decoded picture take much memory. */
const paintedInTurn = (picture: Blob): Promise<Painted> => {
  const painting = lastPainting.then(() => paintPicture(picture, previewSide, ['image/webp']))
  lastPainting = painting.catch(() => undefined)
  return painting
}

/**
 * Returns a smaller copy of a picture of this device or an encrypted one, or of an animation's first frame. A picture the browser cannot downscale is
 * shown unchanged if it is small.
 */
const paintedPreview = async (picture: Blob): Promise<Preview> => {
  const painted = await paintedInTurn(picture).catch(() => undefined)
  if (!painted && picture.size > mostUnpainted) throw new NotPictureError()
  const { blob = picture, ...size } = painted ?? {}
  return { url: URL.createObjectURL(blob), ...size }
}

/** Previews as blob URLs. */
export const previews = keepFetched<Preview>({
  make: async (file, signal) => {
    if (file.sent) return paintedPreview(file.sent.blob)
    if (file.decrypt) return paintedPreview(await inTurn(() => wholePicture(file, { signal })))
    const preview = await fetchFile(attachmentsApi.preview, { params: { id: attachmentId(file) } }, { signal })
    return { url: URL.createObjectURL(preview) }
  },
  dispose: ({ url }) => URL.revokeObjectURL(url),
  most: 100,
})

/** Number of bytes of a text shown within the conversation. */
export const textBytes = 20_480

const firstBytes = (file: ShownFile, signal: AbortSignal): Promise<File> =>
  file.decrypt
    ? inTurn(() => wholeFile(file, { signal }))
    : fetchFile(attachmentsApi.file, { params: { id: attachmentId(file) } }, { signal, first: textBytes })

/** Beginnings of texts. Drops a character that is cut off at the end. */
export const beginnings = keepFetched({
  make: async (file, signal) => {
    const first = await firstBytes(file, signal)
    const bytes = await first.slice(0, textBytes).arrayBuffer()
    return new TextDecoder().decode(bytes, { stream: true }).replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD')
  },
  most: 50,
})
