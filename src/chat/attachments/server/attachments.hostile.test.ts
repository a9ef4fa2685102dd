import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { picture } from '#server/testing/pictures.ts'
import { attach, attached } from './testing/attach.ts'

const givenHall = async () => {
  const app = await given()
  const asha = await app.as('student')
  const open = async (bytes: Buffer, name: string) => {
    const { status, body } = await attach(asha, 'general', bytes, name)
    expect(status).toBe(201)
    return { message: body, answer: await asha.get(body.attachment.url) }
  }
  return { app, asha, open }
}

/** The headers under which no browser executes a response. */
const harmless = {
  'content-disposition': expect.stringMatching(/^attachment; /),
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

const page = Buffer.from('<!doctype html><script>alert(1)</script>')
const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

describe('content that a browser could execute', () => {
  test.each([
    ['a page', 'page.html', page],
    ['a page named as a picture', 'me.png', page],
    ['a page named as a text', 'notes.txt', page],
    ['a drawing', 'drawing.svg', drawing],
    ['a drawing named as a picture', 'drawing.png', drawing],
    ['data', 'data.xml', Buffer.from('<?xml version="1.0"?><a xmlns:x="http://www.w3.org/1999/xhtml"><x:script>alert(1)</x:script></a>')],
    ['a page in UTF-16', 'page.html', Buffer.from('\ufeff<html><script>alert(1)</script>', 'utf16le')],
    ['a program', 'setup.exe', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')],
  ])('is kept as bytes of no kind: %s', async (_, name, bytes) => {
    const { open } = await givenHall()
    const { message, answer } = await open(bytes, name)
    expect([message.type, message.attachment.mediaType]).toEqual(['file', 'application/octet-stream'])
    expect(answer.headers).toMatchObject({ ...harmless, 'content-type': 'application/octet-stream' })
    expect(answer.bytes.equals(bytes)).toBe(true)
  })

  test('is plain text if it is a script, and a page after a picture header is not a picture', async () => {
    const { open } = await givenHall()
    const script = await open(Buffer.from('alert(1)\n'), 'code.js')
    expect([script.message.attachment.mediaType, script.answer.headers]).toMatchObject(['text/plain', harmless])
    const both = await open(Buffer.concat([Buffer.from('GIF89a', 'latin1'), page]), 'both.html')
    expect([both.message.type, both.message.attachment.previewUrl, both.answer.headers]).toMatchObject(['file', null, harmless])
  })
})

describe('a picture that cannot be decoded is a file like any other', () => {
  const header = (width: number, height: number): Buffer => {
    const canvas = Buffer.from('474946383961ffffffff800000ff000000ff002c00000000ffffffff000002024401003b', 'hex')
    canvas.writeUInt16LE(width, 6)
    canvas.writeUInt16LE(height, 8)
    return canvas
  }
  test.each([
    ['one that is cut off', async () => (await picture({ width: 400, height: 400, format: 'jpeg' })).subarray(0, 300)],
    ['one whose few bytes stand for four gigabytes', async () => header(0xffff, 0xffff)],
    ['nothing but a head', async () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'), deflateSync(Buffer.alloc(1_000_000))])],
    [
      'one of more than 40 megapixels',
      () =>
        sharp({ create: { width: 8_000, height: 5_001, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
    ],
  ])('%s', { timeout: 60_000 }, async (_, make) => {
    const { asha, open } = await givenHall()
    const bytes = await make()
    const { message, answer } = await open(bytes, 'photo.jpg')
    expect(message).toMatchObject({ type: 'file', attachment: { previewUrl: null, width: null, height: null, size: bytes.length } })
    expect([answer.bytes.equals(bytes), answer.headers]).toMatchObject([true, harmless])
    // The next picture is still processed as usual.
    expect((await attached(asha, 'general', await picture(), 'me.png')).type).toBe('image')
  })
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\asha\\notes.txt', 'notes.txt'],
  ['report\u202Efdp.exe', 'reportfdp.exe'],
  ['a "quoted"; name=\r\nX-Injected: 1.txt', 'a "quoted"; name=X-Injected: 1.txt'],
  ['भौतिकी नोट्स.txt', 'भौतिकी नोट्स.txt'],
  [`${'क'.repeat(300)}.txt`, `${'क'.repeat(251)}.txt`],
  ['...', 'document'],
])('the name %j is kept as %j', async (sent, kept) => {
  const { app, asha } = await givenHall()
  const { token } = asha
  const body = [
    '--x',
    `content-disposition: form-data; name="file"; filename="${sent.replaceAll('"', '%22').replaceAll('\r\n', '%0D%0A')}"`,
    '',
    'Hello',
    '--x--',
    '',
  ].join('\r\n')
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/chat/conversations/general/attachments',
    headers: { authorization: token, 'content-type': 'multipart/form-data; boundary=x' },
    payload: body,
  })
  expect(answer.statusCode).toBe(201)
  const { attachment } = answer.json()
  expect(decodeURIComponent(attachment.originalName.replaceAll('%22', '"').replaceAll('%0D%0A', ''))).toBe(kept)
  const { headers } = await asha.get(attachment.url)
  expect(headers['x-injected']).toBeUndefined()
  expect(headers['content-disposition']).toMatch(/^attachment; filename=/)
})

const bytesOf = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))

test.each([
  ['audio/mpeg', 'song.mp3', bytesOf('ID3', [4, 0, 0, 0, 0, 0, 0], [0xff, 0xfb, 0x90, 0])],
  ['audio/mpeg', 'song.mp3', bytesOf([0xff, 0xfb, 0x90, 0x64], '\0\0\0\0')],
  ['audio/aac', 'song.aac', bytesOf([0xff, 0xf1, 0x50, 0x80], '\0\0')],
  ['audio/ogg', 'voice.ogg', bytesOf('OggS\0', [2], 'OpusHead')],
  ['video/ogg', 'film.ogv', bytesOf('OggS\0', [2], 'theora.')],
  ['audio/wav', 'voice.wav', bytesOf('RIFF', [36, 0, 0, 0], 'WAVEfmt ')],
  ['audio/flac', 'song.flac', bytesOf('fLaC\0')],
  ['audio/amr', 'voice.amr', bytesOf('#!AMR\n\0')],
  ['audio/mp4', 'voice.m4a', bytesOf([0, 0, 0, 24], 'ftypM4A \0\0\0\0')],
  ['video/mp4', 'film.mp4', bytesOf([0, 0, 0, 24], 'ftypisom\0\0\0\0')],
  ['video/quicktime', 'film.mov', bytesOf([0, 0, 0, 24], 'ftypqt  \0\0\0\0')],
  ['video/3gpp', 'film.3gp', bytesOf([0, 0, 0, 24], 'ftyp3gp5\0\0\0\0')],
  ['video/webm', 'film.webm', bytesOf([0x1a, 0x45, 0xdf, 0xa3], '\x42\x82\x84webm\0')],
  ['audio/webm', 'voice.weba', bytesOf([0x1a, 0x45, 0xdf, 0xa3], '\x42\x82\x84webm\0')],
  ['video/x-matroska', 'film.mkv', bytesOf([0x1a, 0x45, 0xdf, 0xa3], '\x42\x82\x88matroska\0')],
  ['application/octet-stream', 'photo.heic', bytesOf([0, 0, 0, 24], 'ftypheic\0\0\0\0')],
  ['application/zip', 'all.zip', bytesOf('PK\x03\x04', '\0'.repeat(40))],
  ['text/plain', 'ID3 notes.txt', Buffer.from('ID3 is a tag')],
  ['text/plain', 'नोट्स.txt', Buffer.from('प्रकाश')],
  ['text/csv', 'marks.csv', Buffer.from('name,marks\nAsha,80\n')],
])('%s is known by its bytes, with the help of the name %j', async (type, name, bytes) => {
  const { open } = await givenHall()
  const { message, answer } = await open(bytes, name)
  expect([message.type, message.attachment.mediaType]).toEqual(['file', type])
  expect(answer.headers).toMatchObject({ ...harmless, 'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type })
})
