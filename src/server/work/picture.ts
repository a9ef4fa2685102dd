/*
 * Attacks, and the line that stops each. A picture can target any of a hundred decoders, so all are blocked but those of the four
 * accepted kinds (`block`); a few bytes can expand to gigabytes, so the header is checked before anything is decoded
 * (`limitInputPixels`), and time and memory are limited from outside (`pool.ts`, `guard.ts`). The output was re-encoded: places,
 * names and everything else in the file is dropped.
 */
import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { framesOf } from './animation.ts'

/** `side` is the maximum width and height in pixels. */
export type PictureInput = { path: string; side: number }

/** `side` is the width and height of the icon in pixels. */
export type IconInput = { path: string; side: number /** For a system that cuts the icon to a circle. */; isMaskable?: boolean }

const PIXELS = 40_000_000
const SECONDS = 10
const QUALITY = 82
const PLACEHOLDER_WIDTH = 16
const PLACEHOLDER_QUALITY = 30

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile', 'VipsForeignLoadNsgifFile'] })
sharp.cache(false)
sharp.concurrency(1)

/** Opens a picture of an accepted kind, upright; only the first frame of an animation. */
export const readable = (path: string): Sharp =>
  sharp(path, { limitInputPixels: PIXELS, failOn: 'error' }).timeout({ seconds: SECONDS }).autoOrient()

const small = (image: Sharp, size: { width: number; height: number }): Promise<Uint8Array> =>
  image
    .resize({ ...size, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer()

/** Upright, in sRGB, never enlarged, as WebP without metadata. */
export const shrinkPicture = ({ path, side }: PictureInput): Promise<Uint8Array> => small(readable(path), { width: side, height: side })

/** Widths in pixels, the largest first. */
export type SizesInput = { path: string; widths: readonly number[] }
export type SizedPicture = {
  /** Pixels of the first size. */
  width: number
  height: number
  /** In the order of the widths; none is enlarged. */
  sizes: Uint8Array[]
  /** A tiny version as a `data:` URL. */
  placeholder: string
}

/** A picture higher than twice its width is limited by its height. */
const within = (width: number) => ({ width, height: 2 * width, fit: 'inside', withoutEnlargement: true }) as const

/** Like `shrinkPicture`, in several sizes of which only the largest is made from the file. */
export const paintSizes = async ({ path, widths }: SizesInput): Promise<SizedPicture> => {
  const largest = within(Math.max(...widths))
  const { data, info } = await readable(path).resize(largest).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const painted = () => sharp(data, { raw: { width, height, channels } })
  const sizes: Uint8Array[] = []
  for (const each of widths) sizes.push(await painted().resize(within(each)).webp({ quality: QUALITY }).toBuffer())
  const tiny = await painted().resize(within(PLACEHOLDER_WIDTH)).webp({ quality: PLACEHOLDER_QUALITY }).toBuffer()
  return { width, height, sizes, placeholder: `data:image/webp;base64,${tiny.toString('base64')}` }
}

/** The maximum width and height of each of the two copies. */
export type AttachedInput = { path: string; side: number; previewSide: number }
export type AttachedPicture = {
  /** Pixels of the picture. */
  width: number
  height: number
  picture: Uint8Array
  type: 'image/webp' | 'image/gif'
  /** As WebP. */
  preview: Uint8Array
}

/** Returns the bare frames of an animated GIF; undefined for any other picture. */
const animationIn = async (path: string) => {
  const { format, pages = 1, width, height } = await sharp(path, { limitInputPixels: PIXELS }).metadata()
  const frames = format === 'gif' && pages > 1 ? framesOf(await readFile(path)) : undefined
  return frames && ({ width, height, picture: frames, type: 'image/gif' } as const)
}

/** Re-encodes a picture, with a smaller copy of it. An animated GIF stays animated, and only its first frame is painted. */
export const paintAttached = async ({ path, side, previewSide }: AttachedInput): Promise<AttachedPicture> => {
  const inside = (most: number) => ({ width: most, height: most, fit: 'inside', withoutEnlargement: true }) as const
  const { data, info } = await readable(path).resize(inside(side)).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const painted = () => sharp(data, { raw: { width, height, channels } }).webp({ quality: QUALITY })
  const preview = await painted().resize(inside(previewSide)).toBuffer()
  const animation = await animationIn(path)
  return animation ? { ...animation, preview } : { width, height, picture: await painted().toBuffer(), type: 'image/webp', preview }
}

/** Encodes like all pictures, with white for transparency. */
export const asCover = (image: Sharp, size: { width: number; height: number }): Promise<Uint8Array> =>
  small(image.flatten({ background: 'white' }), size)

/** A page of a document in this width, with white for transparency. */
export const asPage = (image: Sharp, width: number, quality: number): Promise<Uint8Array> =>
  image.flatten({ background: 'white' }).resize({ width, withoutEnlargement: true }).webp({ quality }).toBuffer()

/** The free share of an icon on each side, because systems cut its corners off, or everything outside of a circle. */
const margins = { plain: 0.1, maskable: 0.21 }

/** Returns the whole picture centred on a white square, as PNG. */
export const makeIcon = ({ path, side, isMaskable = false }: IconInput): Promise<Uint8Array> => {
  const margin = Math.round(side * margins[isMaskable ? 'maskable' : 'plain'])
  const inner = side - 2 * margin
  return readable(path)
    .flatten({ background: 'white' })
    .resize({ width: inner, height: inner, fit: 'contain', background: 'white' })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: 'white' })
    .removeAlpha()
    .png()
    .toBuffer()
}
