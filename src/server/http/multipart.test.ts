import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { type Given, given } from '#server/testing/given.ts'
import { givenCategory } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'

const boundary = 'a-boundary'
const type = `multipart/form-data; boundary=${boundary}`
const field = (name: string, value: string | Buffer, more = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])
const file = (bytes: Buffer, fileName = 'book.pdf'): Buffer => field('pdf', bytes, `; filename="${fileName}"`)
const formOf = (...parts: Buffer[]): Buffer => Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])

const givenHall = async () => {
  const app = await given()
  const admin = await app.as('admin')
  const { _id: category } = await givenCategory(admin, 'Physics')
  const rows = async () => await app.db.selectFrom('documents').select(['title', 'fileName']).execute()
  const upload = async (payload: Buffer | Readable) => {
    const headers = { authorization: admin.token, 'content-type': type }
    const answer = await app.app.inject({ method: 'POST', url: '/api/document', headers, payload })
    return { status: answer.statusCode, body: answer.json() }
  }
  return { app, admin, category, upload, rows }
}

const onDisk = async ({ dataDir }: Given): Promise<string[]> =>
  (await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).map(({ name }) => name)

/** The bytes in pieces, as a bad connection delivers them. */
const inPieces = (bytes: Buffer, size: number): Readable =>
  Readable.from(Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size)))

describe('refuses a form that breaks off and leaves nothing of it', { timeout: 60_000 }, () => {
  test.each([
    ['in one piece', (bytes: Buffer) => bytes],
    ['in pieces', (bytes: Buffer) => inPieces(bytes, 7)],
  ])('at any place, sent %s', async (_, sent) => {
    const { app, category, upload } = await givenHall()
    const whole = formOf(field('title', 'Waves'), field('category', category), file(pdf().subarray(0, 100)))
    const answers = new Map<string, number[]>()
    for (let end = 0; end <= whole.length - '-\r\n'.length; end++) {
      const { status, body } = await upload(sent(whole.subarray(0, end)))
      const answer = `${status} ${body.code}`
      answers.set(answer, [...(answers.get(answer) ?? []), end])
    }
    expect([...answers.keys()].filter((answer) => !answer.startsWith('400'))).toEqual([])
    expect(await onDisk(app)).toEqual([])
    expect((await upload(sent(whole))).status).toBe(201)
  })
})

describe('a field of a form', () => {
  test.each([
    ['that begins like a character', Buffer.from([0xe0, 0xa4])],
    ['of Latin-1', Buffer.from('Théorie', 'latin1')],
    ['of half a character', Buffer.from([0xed, 0xa0, 0x80])],
  ])('with bytes %s, which are not UTF-8, is refused', async (_, title) => {
    const { app, category, upload, rows } = await givenHall()
    const { status, body } = await upload(formOf(field('title', title), field('category', category), file(pdf())))
    const message = 'This text contains characters that cannot be saved'
    expect([status, body]).toEqual([400, { code: 'invalid', message, fields: { title: message } }])
    expect([await rows(), await onDisk(app)]).toEqual([[], []])
  })

  test.each(['भौतिकी', '\uFFFD', 'a\r\nb', '📚'])('that says %j is stored unchanged', async (title) => {
    const { category, upload, rows } = await givenHall()
    for (const part of [field('title', title), field('title', title, '\r\nContent-Type: text/plain; charset=utf-8')])
      expect((await upload(formOf(part, field('category', category), file(pdf())))).body.title).toBe(title)
    expect(await rows()).toMatchObject([{ title }, { title }])
  })

  test('may be as long as 100,000 bytes, and no longer', async () => {
    const { category, upload } = await givenHall()
    const statusOf = async (size: number) =>
      (await upload(formOf(field('beside', 'x'.repeat(size)), field('title', 'Waves'), field('category', category), file(pdf())))).status
    expect([await statusOf(99_999), await statusOf(100_000), await statusOf(100_001)]).toEqual([201, 201, 413])
  })

  test('may be one of sixty, and no more', async () => {
    const { category, upload } = await givenHall()
    const statusOf = async (count: number) => {
      const others = Array.from({ length: count - 2 }, (_, at) => field(`other-${at}`, 'x'))
      return (await upload(formOf(...others, field('title', 'Waves'), field('category', category), file(pdf())))).status
    }
    expect([await statusOf(59), await statusOf(60), await statusOf(61)]).toEqual([201, 201, 413])
  })
})

describe('the file of a form', () => {
  test('is accepted with any bytes in its name', async () => {
    const { category, upload, rows } = await givenHall()
    const head = Buffer.from('Content-Disposition: form-data; name="pdf"; filename="Th\xe9orie.pdf"\r\n\r\n', 'latin1')
    const part = Buffer.concat([Buffer.from(`--${boundary}\r\n`), head, pdf(), Buffer.from('\r\n')])
    expect((await upload(formOf(field('title', 'Waves'), field('category', category), part))).status).toBe(201)
    expect(await rows()).toEqual([{ title: 'Waves', fileName: 'Th\uFFFDorie.pdf' }])
  })

  test('may occur only once', async () => {
    const { app, category, upload, rows } = await givenHall()
    const { status } = await upload(formOf(field('title', 'Waves'), field('category', category), file(pdf()), file(pdf())))
    expect(status).toBe(400)
    expect([await rows(), await onDisk(app)]).toEqual([[], []])
  })
})

test('an empty form changes nothing and is refused', async () => {
  const { app, admin, category } = await givenHall()
  for (const payload of ['', `--${boundary}--\r\n`]) {
    const headers = { authorization: admin.token, 'content-type': type }
    const answer = await app.app.inject({ method: 'PUT', url: `/api/category/${category}`, headers, payload })
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'The request body is empty.'])
  }
})
