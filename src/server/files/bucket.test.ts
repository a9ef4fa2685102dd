import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { attached } from '#chat/attachments/server/testing/attach.ts'
import type { Config } from '#server/config.ts'
import { given } from '#server/testing/given.ts'
import { givenCategory, givenDocument, uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'
import { picture } from '#server/testing/pictures.ts'
import { givenS3 } from '#server/testing/s3Stub.ts'
import { doctor } from './doctor.ts'
import { releaseDropped } from './dropped.ts'
import { s3Storage } from './s3.ts'
import { sweep } from './sweep.ts'

/* A hall whose files are in a bucket, through its calls. */

const patience = { reply: 300, upload: 300, probe: 300, removal: 1_000 }
const HOUR = 3_600

const givenHall = async ({ redirect = false, ...settings }: Partial<Config> & { redirect?: boolean } = {}) => {
  const stub = await givenS3()
  const s3 = { ...stub.s3, redirect }
  const app = await given(
    { s3, ...settings },
    { storageOf: ({ config, ...needs }) => s3Storage({ ...needs, s3, dataDir: config.dataDir, patience }) },
  )
  const [admin, student] = [await app.as('admin'), await app.as('student')]
  const { _id: category } = await givenCategory(admin, 'Physics')
  const content = pdf({ title: 'Waves', bytes: 600_000 })
  const sha256 = createHash('sha256').update(content).digest('hex')
  const form = () => uploadForm({ title: 'Waves', category, file: content, fileName: 'Waves and heat.pdf' })
  const upload = () => admin.post('/document', form())
  const inFolder = async () => readdir(join(app.dataDir, 'files/incoming'))
  const ledger = async () => (await app.db.selectFrom('files').select('sha256').execute()).map((row) => row.sha256)
  const ready = async () => {
    const { statusCode, payload } = await app.app.inject({ url: '/readyz' })
    return { statusCode, ...JSON.parse(payload) }
  }
  return {
    app,
    stub,
    admin,
    student,
    category,
    content,
    sha256,
    key: `files/${sha256.slice(0, 2)}/${sha256}`,
    upload,
    inFolder,
    ledger,
    ready,
  }
}

describe('a hall with a bucket', () => {
  test('stores uploads in it and nothing on its disk, and sends them whole and in parts', async () => {
    const { stub, student, content, key, upload, inFolder } = await givenHall()
    const { status, body } = await upload()
    expect([status, [...stub.objects.keys()], await inFolder()]).toEqual([201, [key], []])
    const whole = await student.get(body.fileUrl)
    expect([whole.status, content.equals(whole.bytes)]).toEqual([200, true])
    expect(whole.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(content.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'; sandbox"),
    })
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 1],
      ['bytes=1000-400999', 1_000, 401_000],
      [`bytes=-100`, content.length - 100, content.length],
    ] as const) {
      const part = await student.get(body.fileUrl, { headers: { range } })
      expect([part.status, part.headers['content-range'], part.bytes]).toEqual([
        206,
        `bytes ${from}-${to - 1}/${content.length}`,
        content.subarray(from, to),
      ])
    }
    expect((await student.get(body.fileUrl, { headers: { range: `bytes=${content.length}-` } })).status).toBe(416)
    const { headers } = whole
    expect((await student.get(body.fileUrl, { headers: { 'if-none-match': headers.etag ?? '' } })).status).toBe(304)
  })

  test('stores the same file once, and removes it an hour after its last document is purged', async () => {
    const { app, stub, admin, key, upload, category, content, ledger } = await givenHall()
    const one = await upload()
    const two = await admin.post('/document', uploadForm({ title: 'Again', category, file: content }))
    expect([one.status, two.status, stub.objects.size]).toEqual([201, 201, 1])
    await app.db.deleteFrom('documents').where('id', '=', one.body._id).execute()
    app.advance(2 * HOUR)
    expect([(await sweep(app.platform)).contents, [...stub.objects.keys()]]).toEqual([0, [key]])
    await app.db.deleteFrom('documents').execute()
    expect([(await sweep(app.platform)).contents, stub.objects.size, await ledger()]).toEqual([1, 0, []])
  })

  test('leaves nothing of an upload whose row fails', async () => {
    const { app, stub, upload, inFolder, ledger } = await givenHall()
    await app.db.schema.alterTable('audit').renameTo('audit_away').execute()
    expect((await upload()).status).toBe(500)
    await app.db.schema.alterTable('audit_away').renameTo('audit').execute()
    expect([stub.objects.size, await inFolder(), await ledger()]).toEqual([0, [], []])
    expect((await upload()).status).toBe(201)
  })

  test('removes the file of a deleted message at once', async () => {
    const { app, stub, student } = await givenHall()
    const { _id } = await attached(student, 'general', Buffer.from('secret words'), 'notes.txt')
    expect(stub.objects.size).toBe(1)
    await student.del(`/chat/messages/${_id}`)
    expect([await releaseDropped(app.platform), stub.objects.size]).toEqual([1, 0])
  })

  test('has its missing, changed, orphaned and foreign files found by the doctor, and sweeps only its own', async () => {
    const { app, stub, admin, category, sha256, key, upload } = await givenHall()
    await upload()
    const { bytes } = await admin.get((await givenDocument(admin, 'Heat', category)).fileUrl)
    const heat = createHash('sha256').update(bytes).digest('hex')
    expect(await doctor(app)).toEqual([])
    const known = stub.objects.get(key) ?? { body: Buffer.alloc(0), at: new Date() }
    stub.objects.set(key, { ...known, body: Buffer.concat([known.body.subarray(1), Buffer.from('x')]) })
    stub.objects.delete(`files/${heat.slice(0, 2)}/${heat}`)
    const orphan = createHash('sha256').update('orphan').digest('hex')
    stub.objects.set(`files/${orphan.slice(0, 2)}/${orphan}`, { body: Buffer.from('orphan'), at: new Date(0) })
    await app.db.insertInto('keptContents').values({ sha256: orphan, keptAt: '2020', keptBy: 'a', removingUntil: null }).execute()
    const foreign = createHash('sha256').update('foreign').digest('hex')
    stub.objects.set(`files/${foreign.slice(0, 2)}/${foreign}`, { body: Buffer.from('foreign'), at: new Date(0) })
    const problems = (await doctor(app)).toSorted((a, b) => (a.problem < b.problem ? -1 : 1))
    expect(problems).toEqual([
      { sha256, problem: 'changed' },
      { sha256: foreign, problem: 'foreign' },
      { sha256: heat, problem: 'missing' },
      { sha256: orphan, problem: 'orphaned' },
    ])
    expect((await sweep(app.platform)).contents).toBe(1)
    expect((await doctor(app)).map(({ problem }) => problem).toSorted()).toEqual(['changed', 'foreign', 'missing'])
  })
})

describe('a bucket that is away', () => {
  test('costs reads a 503 and uploads a clear refusal, and nothing after it is back', async () => {
    const { app, stub, admin, student, upload, inFolder, ledger, ready, content } = await givenHall()
    const { body: book } = await upload()
    expect(await ready()).toEqual({ statusCode: 200, status: 'ready', files: 'connected' })
    await stub.stop()
    for (const range of ['', 'bytes=0-99', 'bytes=0-500000']) {
      const refused = await student.get(book.fileUrl, { headers: { ...(range && { range }) } })
      expect([refused.status, refused.body.message, Number(refused.headers['retry-after'])]).toEqual([
        503,
        'Files cannot be opened at the moment. Please try again in a minute.',
        5,
      ])
      expect([refused.headers['content-disposition'], refused.headers['cache-control']]).toEqual([undefined, 'no-store'])
    }
    const before = await ledger()
    const refused = await admin.post('/document', uploadForm({ title: 'Heat', category: book.category._id, file: pdf({ title: 'Heat' }) }))
    expect([refused.status, refused.body.message, refused.headers['retry-after']]).toEqual([
      503,
      'The file could not be stored. Nothing was saved. Please try again in a minute.',
      '5',
    ])
    expect([await ledger(), await inFolder(), (await student.get('/document')).body.total]).toEqual([before, [], 1])
    expect(await ready()).toEqual({ statusCode: 200, status: 'ready', files: 'away' })
    expect((await app.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).payload).toContain('bucket_connected 0')
    await stub.start()
    expect(content.equals((await student.get(book.fileUrl)).bytes)).toBe(true)
    const again = await admin.post('/document', uploadForm({ title: 'Heat', category: book.category._id, file: pdf({ title: 'Heat' }) }))
    expect([again.status, (await ready()).files, await doctor(app)]).toEqual([201, 'connected', []])
  })

  test.each([
    ['does not reply', 'hang' as const],
    ['is busy for long', { status: 503, code: 'SlowDown' } as const],
    ['loses its replies', 'lose' as const],
    ['refuses', { status: 403, code: 'AccessDenied' } as const],
  ])('does the same if it %s', async (_, failing) => {
    const { app, stub, student, upload, ledger, inFolder } = await givenHall()
    const { body: book } = await upload()
    const before = await ledger()
    stub.fail(failing, { times: 1_000 })
    expect((await student.get(book.fileUrl)).status).toBe(503)
    const heat = uploadForm({ title: 'Heat', category: book.category._id, file: pdf({ title: 'Heat' }) })
    const admin = await app.as('admin')
    expect((await admin.post('/document', heat)).status).toBe(503)
    expect([await ledger(), await inFolder()]).toEqual([before, []])
    stub.recover()
    expect((await admin.post('/document', heat)).status).toBe(201)
    expect(await doctor(app)).toEqual([])
  })

  test.each([
    ['accepts a file that it does not store', 'lie' as const, 'PUT'],
    ['replies with bytes instead of a list', { garble: true } as const, 'GET'],
  ])('adds no wrong row if it %s', async (_, failing, method) => {
    const { app, stub, upload, ledger } = await givenHall()
    stub.fail(failing, { method, times: 100 })
    if (method === 'PUT') expect([(await upload()).status, await ledger()]).toEqual([503, []])
    else await expect(sweep(app.platform)).rejects.toMatchObject({ kind: { status: 503 } })
    stub.recover()
    expect([(await upload()).status, await doctor(app)]).toEqual([201, []])
  })

  test('cuts the connection if a reply is cut in the middle, so that nobody takes a part for the whole', async () => {
    const { app, stub, student, upload, content } = await givenHall()
    const { body: book } = await upload()
    await app.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.app.server.address() as { port: number }
    const read = async () =>
      (await fetch(`http://127.0.0.1:${port}${book.fileUrl}`, { headers: { authorization: student.token } })).arrayBuffer()
    stub.fail({ cut: 400_000 }, { method: 'GET' })
    await expect(read()).rejects.toThrow()
    expect(content.equals(Buffer.from(await read()))).toBe(true)
  })
})

describe('FILES_REDIRECT', () => {
  test('sends the reader of a document to a signed address for five minutes, with its type and name', async () => {
    const { stub, student, content, upload } = await givenHall({ redirect: true })
    const { body: book } = await upload()
    const { status, headers, bytes } = await student.get(book.fileUrl)
    expect([status, bytes.length, headers['cache-control'], headers['content-type']]).toEqual([302, 0, 'private, no-store', undefined])
    const url = new URL(headers.location ?? '')
    expect([url.origin, url.searchParams.get('X-Amz-Expires')]).toEqual([stub.endpoint, '300'])
    const sent = await fetch(url, { headers: { range: 'bytes=5-9' } })
    expect([sent.status, Buffer.from(await sent.arrayBuffer())]).toEqual([206, content.subarray(5, 10)])
    expect(Object.fromEntries(sent.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="Waves and heat.pdf"',
      'cache-control': 'private, no-store',
    })
    const { downloadUrl } = (await student.get(book.downloadUrl)).body
    expect((await student.get(downloadUrl)).status).toBe(302)
  })

  test('checks the caller first, and sends nobody else there', async () => {
    const { app, student, upload } = await givenHall({ redirect: true })
    const { body: book } = await upload()
    expect((await app.anyone().get(book.fileUrl)).status).toBe(401)
    const { downloadUrl } = (await student.get(book.downloadUrl)).body
    await student.post('/auth/logout')
    expect((await app.anyone().get(downloadUrl)).status).toBe(403)
    expect((await student.get(book.fileUrl)).status).toBe(401)
  })

  test('is for documents alone: pictures and files of chats come from Carrel', async () => {
    const { app, student } = await givenHall({ redirect: true })
    const message = await attached(student, 'general', Buffer.from('some words'), 'notes.txt')
    const file = await student.get(message.attachment.url)
    expect([file.status, file.text]).toEqual([200, 'some words'])
    const superadmin = await app.as('superadmin')
    const form = new FormData()
    form.append('logo', new File([new Uint8Array(await picture())], 'logo.png', { type: 'image/png' }))
    const { body } = await superadmin.post('/customization/logo', form)
    expect((await app.anyone().get(body.logoUrl)).status).toBe(200)
  })

  test('lets pages read from the bucket, and only then', async () => {
    const [on, off] = [await givenHall({ redirect: true }), await givenHall()]
    const policyOf = async ({ student }: typeof on) => (await student.get('/docs')).headers['content-security-policy']
    expect(await policyOf(on)).toContain(`connect-src 'self' ${on.stub.endpoint}`)
    expect(await policyOf(off)).toMatch(/connect-src 'self'(?:;|$)/)
  })
})
