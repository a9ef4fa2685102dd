import type { Size } from '../zoom.ts'
import { isAnimated } from './animated.ts'

export type Picture = {
  readonly url: string
  /** The first frame as a still picture, if the picture is animated. */
  readonly stillUrl: string | undefined
  /** Size in pixels, after rotation. */
  readonly size: Size
}

const stillOf = async (blob: Blob): Promise<string> => {
  const bitmap = await createImageBitmap(blob)
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  const still = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  canvas.width = 0
  canvas.height = 0
  if (!still) throw new Error('The picture has no first frame')
  return URL.createObjectURL(still)
}

/** Decodes a picture. It is only ever drawn, as the type that the server detected. Rejects if it is not a picture. */
export const openPicture = async (bytes: Uint8Array<ArrayBuffer>, type: string, signal: AbortSignal): Promise<Picture> => {
  const blob = new Blob([bytes], { type })
  const url = URL.createObjectURL(blob)
  let stillUrl: string | undefined
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    if (isAnimated(bytes)) stillUrl = await stillOf(blob)
    signal.throwIfAborted()
    return { url, stillUrl, size: { width: image.naturalWidth, height: image.naturalHeight } }
  } catch (error) {
    closePicture({ url, stillUrl })
    throw error
  }
}

export const closePicture = ({ url, stillUrl }: Pick<Picture, 'url' | 'stillUrl'>): void => {
  URL.revokeObjectURL(url)
  if (stillUrl) URL.revokeObjectURL(stillUrl)
}
