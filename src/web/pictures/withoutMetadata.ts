import { paintPicture } from './paintPicture.ts'
import { type PictureType, pictureHead } from './pictureHead.ts'

/** The maximum width and height of a picture that is sent, in pixels. */
const side = 1_600
/** Decoded, a larger one would take more than 400 MB. */
const mostPixels = 100_000_000

const endings: Record<string, string> = { 'image/webp': 'webp', 'image/jpeg': 'jpg', 'image/png': 'png' }

/** Returns the name with the extension of the new type. */
const renamed = (name: string, from: PictureType, to: string): string =>
  from === to ? name : `${name.replace(/\.(?:jpe?g|png|webp)$/i, '')}.${endings[to]}`

/**
 * Returns a photograph without its location and other camera data: a still JPEG, PNG or WebP is re-encoded, at most 1,600 pixels
 * wide and high. Everything else is returned unchanged, also if the browser cannot paint it or if this function has made it.
 */
export const withoutMetadata = async (file: File): Promise<File> => {
  const head = pictureHead(new Uint8Array(await file.arrayBuffer()))
  if (!head || head.isAnimated || head.width * head.height > mostPixels) return file
  if (head.isBare && Math.max(head.width, head.height) <= side) return file
  try {
    const types = ['image/webp', ...(head.type === 'image/jpeg' ? ['image/jpeg'] : [])]
    const { blob } = await paintPicture(file, side, types)
    return new File([blob], renamed(file.name, head.type, blob.type), { type: blob.type })
  } catch {
    return file
  }
}
