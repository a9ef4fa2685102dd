import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { limits, MB } from '#contract/limits.ts'
import { given } from '#server/testing/given.ts'
import { picture } from '#server/testing/pictures.ts'
import { workProcess } from '#server/work/run.ts'
import { readPicture } from './pictures.ts'
import { storeWithRow } from './storeWithRow.ts'

const givenStorage = async () => {
  const app = await given()
  const receive = (bytes: Buffer, fileName = 'me.png') =>
    app.storage.receive(Readable.from([bytes]), { fileName, maxBytes: limits.pictureBytes })
  const incoming = () => readdir(join(app.dataDir, 'files/incoming'))
  /** Reads a picture as a call does: the received file is always discarded in the end. */
  const read = async (bytes: Buffer, side = 256) => {
    const file = await receive(bytes)
    try {
      const small = await readPicture(app, file, { side, field: 'image' })
      return await readFile(small.temporaryPath)
    } finally {
      await app.storage.discard(file)
    }
  }
  return { app, receive, incoming, read }
}

const refusal = {
  kind: { status: 400 },
  extras: { message: 'Please select an image file', fields: { image: 'Please select an image file' } },
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
/** A PNG of one bit per pixel that claims this size, with this number of rows. */
const pngOf = (width: number, height: number, rowsThere = height): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * rowsThere))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
/** A GIF with the largest possible canvas that paints one pixel of it. */
const gifBomb = (): Buffer => Buffer.from('474946383961ffffffff800000ff000000ff002c00000000ffffffff000002024401003b', 'hex')
const animation = (frames: number): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 64 * frames, channels: 3, background: 'red', pageHeight: 64 } })
    .gif()
    .toBuffer()

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('of type %s is re-encoded as WebP, and never enlarged', async (format) => {
    const { read } = await givenStorage()
    const bytes = await read(await picture({ width: 40, height: 20, format }))
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 40, height: 20 })
  })

  test('is scaled to fit, and keeps its proportions', async () => {
    const { read } = await givenStorage()
    expect(await sharp(await read(await picture({ width: 400, height: 100 }), 100)).metadata()).toMatchObject({ width: 100, height: 25 })
  })

  test('taken with a rotated camera is turned upright', async () => {
    const { read } = await givenStorage()
    const turned = await sharp(await picture({ format: 'jpeg' }))
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer()
    const upright = sharp(await read(turned))
    expect(await upright.metadata()).toMatchObject({ width: 20, height: 40 })
    // Turned to the right, the blue quarter at the bottom left is at the top left.
    const { data } = await upright.removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([...data.subarray(0, 3)].map((part) => Math.round(part / 255))).toEqual([0, 0, 1])
  })

  test('keeps neither its location nor any other metadata', async () => {
    const { read } = await givenStorage()
    const told = sharp(await picture({ format: 'jpeg' })).withExif({
      IFD0: { Copyright: 'canary' },
      IFD3: { GPSLatitude: '26/1 27/1 0/1' },
    })
    const sent = await told.withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">canary</x:xmpmeta>').jpeg().toBuffer()
    expect(sent.includes('canary')).toBe(true)
    const bytes = await read(sent)
    const { exif, xmp, icc, iptc } = await sharp(bytes).metadata()
    expect([exif, xmp, icc, iptc]).toEqual([undefined, undefined, undefined, undefined])
    expect(bytes.includes('canary')).toBe(false)
  })

  test('that moves shows its first frame', async () => {
    const { read } = await givenStorage()
    const { pages, width, height } = await sharp(await read(await animation(500)), { animated: true }).metadata()
    expect({ pages: pages ?? 1, width, height }).toEqual({ pages: 1, width: 64, height: 64 })
  })

  test('is stored as its new bytes, and its row names what is on the disk', async () => {
    const { app, receive, incoming } = await givenStorage()
    const file = await receive(await picture(), 'मैं.png')
    const small = await readPicture(app, file, { side: 64, field: 'image' })
    expect(small.fileName).toBe('मैं.png')
    expect(small.sha256).not.toBe(file.sha256)
    await storeWithRow(app.platform, small, 'image/webp', async () => undefined)
    await app.storage.discard(file)
    const kept: Buffer[] = []
    for await (const part of await app.storage.read(small.sha256)) kept.push(part)
    expect(Buffer.concat(kept)).toHaveLength(small.size)
    expect(await incoming()).toEqual([])
    await expect(app.storage.read(file.sha256)).rejects.toMatchObject({ kind: { status: 404 } })
  })

  test('larger than 5 MB is refused during the upload, and one of 5 MB is not', async () => {
    const { receive, incoming } = await givenStorage()
    expect(limits.pictureBytes).toBe(5 * MB)
    await expect(receive(Buffer.alloc(limits.pictureBytes + 1))).rejects.toMatchObject({ kind: { status: 413 } })
    for (const bytes of [limits.pictureBytes - 1, limits.pictureBytes]) expect((await receive(Buffer.alloc(bytes))).size).toBe(bytes)
    expect(await incoming()).toHaveLength(2)
  })
})

describe('refused, with nothing left of it, is', () => {
  const avif = () =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .avif()
      .toBuffer()
  const tiff = () =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .tiff()
      .toBuffer()
  const text = (content: string) => async () => Buffer.from(content)
  const cut = async (format: 'jpeg' | 'png' | 'webp') => {
    const whole = await picture({ width: 300, height: 300, format })
    return whole.subarray(0, Math.floor(whole.length / 2))
  }

  test.each<[string, () => Promise<Buffer>]>([
    ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')],
    ['an SVG behind a header of a GIF', text('GIF89a<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')],
    ['a web page', text('<!doctype html><script>alert(1)</script>')],
    ['a PDF', text('%PDF-1.7\n')],
    ['nothing', text('')],
    ['a TIFF', tiff],
    ['an AVIF', avif],
    ['a JPEG that breaks off', () => cut('jpeg')],
    ['a PNG that breaks off', () => cut('png')],
    ['a WebP that breaks off', () => cut('webp')],
    ['a header without a picture', async () => Buffer.from('\x89PNG\r\n\x1A\n', 'latin1')],
    ['a PNG of 60,000 × 60,000', async () => pngOf(60_000, 60_000, 100)],
    ['a PNG of a little more than 40 megapixels', async () => pngOf(8_001, 5_000)],
    ['a GIF that says it is 65,535 × 65,535', async () => gifBomb()],
  ])('%s', { timeout: 30_000 }, async (_, make) => {
    const { read, incoming } = await givenStorage()
    await expect(read(await make())).rejects.toMatchObject(refusal)
    expect(await incoming()).toEqual([])
    expect((await read(await picture())).length).toBeGreaterThan(0)
  })

  test('nothing of 40 megapixels', { timeout: 30_000 }, async () => {
    const { read } = await givenStorage()
    expect(await sharp(await read(pngOf(8_000, 5_000))).metadata()).toMatchObject({ width: 256, height: 160 })
  })

  test('what is refused with the caller’s own sentence', async () => {
    const { app, receive } = await givenStorage()
    const refused = readPicture(app, await receive(Buffer.from('x')), { side: 8, field: 'logo', message: 'A logo, please' })
    await expect(refused).rejects.toMatchObject({ message: 'A logo, please', extras: { fields: { logo: 'A logo, please' } } })
  })
})

test('paints a picture in another process if its process is killed', async () => {
  const { app, read, receive } = await givenStorage()
  await read(await picture())
  const file = await receive(await picture())
  const pid = workProcess('picture') ?? 0
  process.kill(pid, 'SIGSTOP')
  const painting = readPicture(app, file, { side: 64, field: 'image' })
  process.kill(pid, 'SIGKILL')
  expect((await painting).size).toBeGreaterThan(0)
  expect(workProcess('picture')).not.toBe(pid)
})

test('refuses a picture that kills its process twice', async () => {
  const { app, receive } = await givenStorage()
  // So large that no process finishes it before it is killed.
  const file = await receive(pngOf(6_000, 6_000))
  const painting = readPicture(app, file, { side: 64, field: 'image' })
  const refused = expect(painting).rejects.toMatchObject(refusal)
  const killed = new Set<number>()
  await vi.waitFor(
    () => {
      const pid = workProcess('picture')
      if (pid !== undefined && !killed.has(pid)) killed.add(pid) && process.kill(pid, 'SIGKILL')
      expect(killed.size).toBe(2)
    },
    { timeout: 10_000, interval: 1 },
  )
  await refused
})
