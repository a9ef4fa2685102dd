import { paintPicture } from './paintPicture.ts'
import { type PictureType, pictureHead } from './pictureHead.ts'

/** As many pixels as a picture that is sent is wide and high at most: `SIDE` of the server's attachments. */
const side = 2_048
/** Decoded, a larger one would take more than 400 MB. */
const mostPixels = 100_000_000

const endings: Record<string, string> = { 'image/webp': 'webp', 'image/jpeg': 'jpg', 'image/png': 'png' }

/** The name says what the file now is. */
const renamed = (name: string, from: PictureType, to: string): string =>
  from === to ? name : `${name.replace(/\.(?:jpe?g|png|webp)$/i, '')}.${endings[to]}`

/**
 * A photograph without the place where it was taken and whatever else its camera wrote into it: a JPEG, PNG or WebP that stands
 * still is re-encoded, at most 2,048 pixels wide and high. Everything else is returned as it is, also what the browser cannot paint.
 */
export const withoutMetadata = async (file: File): Promise<File> => {
  const head = pictureHead(new Uint8Array(await file.arrayBuffer()))
  if (!head || head.isAnimated || head.width * head.height > mostPixels) return file
  try {
    const types = ['image/webp', ...(head.type === 'image/jpeg' ? ['image/jpeg'] : [])]
    const { blob } = await paintPicture(file, side, types)
    return new File([blob], renamed(file.name, head.type, blob.type), { type: blob.type })
  } catch {
    return file
  }
}
