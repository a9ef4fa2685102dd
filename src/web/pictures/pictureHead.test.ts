import '#server/work/picture.ts'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureHead } from './pictureHead.ts'

const drawing = (width: number, height: number, background = '#208060') => sharp({ create: { width, height, channels: 3, background } })
type Drawing = ReturnType<typeof drawing>

test.each([
  ['image/jpeg', (image: Drawing) => image.jpeg({ progressive: true }).withExif({ IFD0: { Copyright: 'x'.repeat(5_000) } })],
  ['image/png', (image: Drawing) => image.png()],
  ['image/webp', (image: Drawing) => image.webp()],
  ['image/webp', (image: Drawing) => image.webp({ lossless: true })],
  ['image/webp', (image: Drawing) => image.webp().withExif({ IFD0: { Copyright: 'Asha' } })],
  ['image/gif', (image: Drawing) => image.gif()],
] as const)('a picture tells its kind and size: %s', async (type, write) => {
  const bytes = await write(drawing(300, 70)).toBuffer()
  expect(pictureHead(new Uint8Array(bytes))).toMatchObject({ type, width: 300, height: 70, isAnimated: type === 'image/gif' })
})

test('knows a WebP of nothing but pixels from one with metadata, wherever they are', async () => {
  const bare = await drawing(300, 70).webp().toBuffer()
  const withExif = await drawing(300, 70)
    .webp()
    .withExif({ IFD0: { Copyright: 'Asha' } })
    .toBuffer()
  const appended = Buffer.concat([bare, Buffer.from('EXIF\x04\0\0\0Asha', 'latin1')])
  expect([bare, withExif, appended].map((bytes) => pictureHead(new Uint8Array(bytes))?.isBare)).toEqual([true, undefined, false])
})

test('distinguishes an animated WebP from a still one', async () => {
  // Two frames of bare pixels, one black and one white.
  const pixels = Uint8Array.from({ length: 2 * 9 * 9 * 3 }, (_, at) => (at < 9 * 9 * 3 ? 0 : 255))
  const moving = await sharp(pixels, { raw: { width: 9, height: 18, channels: 3, pageHeight: 9 } })
    .webp()
    .toBuffer()
  expect(pictureHead(new Uint8Array(moving))).toMatchObject({ type: 'image/webp', isAnimated: true })
})

test.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html><script>alert(1)</script>', '<?xml version="1.0"?><a></a><b></b>'])(
  'what a browser would run is no picture: %s',
  (text) => expect(pictureHead(new TextEncoder().encode(text.padEnd(200)))).toBeUndefined(),
)

const beginnings = ['\xff\xd8\xff\xe1', '\x89PNG\r\n\x1a\n', 'RIFF\x10\0\0\0WEBPVP8X', 'GIF89a', ''].map((text) =>
  Buffer.from(text, 'latin1'),
)

test('reading the head of a picture ends without an error for any bytes after its beginning', () => {
  fc.assert(
    fc.property(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 300 }), (beginning, rest) => {
      pictureHead(new Uint8Array([...beginning, ...rest]))
    }),
  )
})
