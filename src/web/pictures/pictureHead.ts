export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif'

/** The data in the first bytes of a picture; nothing is decoded. `width` and `height` are pixels before it is rotated. */
export type PictureHead = {
  type: PictureType
  width: number
  height: number
  isAnimated: boolean
  /** True if the bytes are nothing but pixels: a WebP of one chunk, as browsers write it. */
  isBare?: boolean
}

type Size = { width: number; height: number }

const text = (bytes: Uint8Array, at: number, length: number): string => String.fromCharCode(...bytes.subarray(at, at + length))

/** Frames with the size of a JPEG: all of C0 to CF but tables, extensions and arithmetic conditions (ITU T.81, table B.1). */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const jpegSize = (view: DataView): Size | undefined => {
  for (let at = 2; at + 9 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    if (marker === 0xda || marker === 0xd9) return undefined
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** An animated PNG says so before its first picture. */
const isMovingPng = (view: DataView, bytes: Uint8Array): boolean => {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const chunk = text(bytes, at + 4, 4)
    if (chunk === 'acTL') return true
    if (chunk === 'IDAT') return false
  }
  return false
}

const uint24 = (view: DataView, at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16)

/** Returns whether the first chunk is the only one; a chunk has an even length. */
const hasOneChunk = (view: DataView): boolean => view.byteLength === 20 + Math.ceil(view.getUint32(16, true) / 2) * 2

/** The three kinds of WebP (RFC 9649, 2.5 to 2.7). */
const webpHead = (view: DataView, bytes: Uint8Array): (Size & Pick<PictureHead, 'isAnimated' | 'isBare'>) | undefined => {
  switch (text(bytes, 12, 4)) {
    case 'VP8X':
      return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27), isAnimated: (view.getUint8(20) & 2) !== 0 }
    case 'VP8 ':
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
        isAnimated: false,
        isBare: hasOneChunk(view),
      }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff), isAnimated: false, isBare: hasOneChunk(view) }
    }
    default:
      return undefined
  }
}

const leastBytes = 30

/** Undefined for files that are not pictures that every browser shows, no matter what they claim to be. */
export const pictureHead = (bytes: Uint8Array): PictureHead | undefined => {
  if (bytes.length < leastBytes) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const begin = text(bytes, 0, 8)
  if (begin.startsWith('\xff\xd8\xff')) {
    const size = jpegSize(view)
    return size && { type: 'image/jpeg', ...size, isAnimated: false }
  }
  if (begin === '\x89PNG\r\n\x1a\n')
    return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20), isAnimated: isMovingPng(view, bytes) }
  if (begin.startsWith('RIFF') && text(bytes, 8, 4) === 'WEBP') {
    const head = webpHead(view, bytes)
    return head && { type: 'image/webp', ...head }
  }
  if (begin.startsWith('GIF87a') || begin.startsWith('GIF89a'))
    return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true), isAnimated: true }
  return undefined
}
