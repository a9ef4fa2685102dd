import { MB } from '#contract/limits.ts'
import { fetchFile } from '#web/api/download.ts'
import { type Painted, paintPicture } from '#web/pictures/paintPicture.ts'
import { turns } from '#web/turns.ts'
import { attachmentsApi } from '../attachments.contract.ts'
import { attachmentId, type ShownFile } from './attachmentFile.ts'
import { keepFetched } from './kept.ts'
import { NotPictureError, wholeFile, wholePicture } from './wholeFile.ts'

/** The address of a preview within this page. Of an encrypted picture also its size, which nobody else knows. */
export type Preview = { url: string; width?: number; height?: number }

const previewSide = 640
/** What cannot be painted smaller is kept as it is up to here. */
const mostUnpainted = 2 * MB

/** Encrypted files come whole: a screen of them leaves room for the other downloads of this person (`downloadsPerPerson`). */
const inTurn = turns(4)

let lastPainting: Promise<unknown> = Promise.resolve()

/** A picture takes as much memory as all of its pixels while it is painted, so they are painted one after the other. */
const paintedInTurn = (picture: Blob): Promise<Painted> => {
  const painting = lastPainting.then(() => paintPicture(picture, previewSide, ['image/webp']))
  lastPainting = painting.catch(() => undefined)
  return painting
}

/** A smaller copy of an encrypted picture, of an animation its first frame. What the browser cannot paint is shown as it is where it is small. */
const paintedPreview = async (picture: Blob): Promise<Preview> => {
  const painted = await paintedInTurn(picture).catch(() => undefined)
  if (!painted && picture.size > mostUnpainted) throw new NotPictureError()
  const { blob = picture, ...size } = painted ?? {}
  return { url: URL.createObjectURL(blob), ...size }
}

/** Previews as addresses of this page. */
export const previews = keepFetched<Preview>({
  make: async (file, signal) => {
    if (file.decrypt) return paintedPreview(await inTurn(() => wholePicture(file, { signal })))
    const preview = await fetchFile(attachmentsApi.preview, { params: { id: attachmentId(file) } }, { signal })
    return { url: URL.createObjectURL(preview) }
  },
  dispose: ({ url }) => URL.revokeObjectURL(url),
  most: 100,
})

/** So much of a text is shown within the conversation. */
export const textBytes = 20_480

const firstBytes = (file: ShownFile, signal: AbortSignal): Promise<File> =>
  file.decrypt
    ? inTurn(() => wholeFile(file, { signal }))
    : fetchFile(attachmentsApi.file, { params: { id: attachmentId(file) } }, { signal, first: textBytes })

/** The beginnings of texts. A letter that is cut at the end is left out. */
export const beginnings = keepFetched({
  make: async (file, signal) => {
    const first = await firstBytes(file, signal)
    const bytes = await first.slice(0, textBytes).arrayBuffer()
    return new TextDecoder().decode(bytes, { stream: true }).replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD')
  },
  most: 50,
})
