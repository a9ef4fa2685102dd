import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { doctor } from '#server/files/doctor.ts'
import { given } from '#server/testing/given.ts'
import { givenCategory, uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'
import { documentLimits } from '../documents.contract.ts'

const givenHall = async () => {
  const app = await given()
  const admin = await app.as('admin')
  const { _id: category } = await givenCategory(admin, 'Physics')
  /** Lists every file in the data folder's file store, including temporary ones. */
  const onDisk = async () => {
    const entries = await readdir(join(app.dataDir, 'files'), { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  }
  const rows = async () => (await app.db.selectFrom('documents').select('id').execute()).length
  const expectNothingKept = async () => {
    expect(await onDisk()).toEqual([])
    expect(await rows()).toBe(0)
    expect(await app.db.selectFrom('files').selectAll().execute()).toEqual([])
  }
  return { app, admin, category, onDisk, rows, expectNothingKept }
}

describe('an upload', () => {
  test('of a PDF is stored and returned byte for byte', async () => {
    const { admin, category } = await givenHall()
    const file = pdf({ title: 'भौतिकी कक्षा १२' })
    const answer = await admin.post('/document', uploadForm({ title: '  भौतिकी कक्षा १२ ', category, file, fileName: 'भौतिकी.pdf' }))
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      title: 'भौतिकी कक्षा १२',
      category: { _id: category, name: 'Physics' },
      fileName: 'भौतिकी.pdf',
      fileSize: file.length,
      fileType: 'application/pdf',
    })
    expect((await admin.get(answer.body.fileUrl)).bytes).toEqual(file)
  })

  test('is recognized as a PDF by its content, regardless of its name and declared type', async () => {
    const { admin, category } = await givenHall()
    const form = uploadForm({ title: 'Odd', category, file: pdf(), fileName: 'notes.txt', fileType: 'text/plain' })
    expect((await admin.post('/document', form)).body).toMatchObject({ fileName: 'notes.txt', fileType: 'application/pdf' })
  })

  test.each([
    ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a picture', Buffer.from('\x89PNG\r\n\x1A\n', 'latin1')],
    ['an archive', Buffer.from('PK\x03\x04', 'latin1')],
    ['nothing', Buffer.alloc(0)],
    ['a PDF header too far behind the start', Buffer.concat([Buffer.alloc(1_025, 32), pdf()])],
  ])('of %s with the name of a PDF is rejected without a trace', async (_, file) => {
    const { admin, category, expectNothingKept } = await givenHall()
    const answer = await admin.post('/document', uploadForm({ title: 'A book', category, file }))
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      code: 'documents.not_pdf',
      message: 'Please select a PDF file',
      fields: { pdf: 'Please select a PDF file' },
    })
    await expectNothingKept()
  })

  test.each([
    ['without a title', { title: undefined }, 'title', 'Please enter a document title'],
    ['with a blank title', { title: '   ' }, 'title', 'Please enter a document title'],
    ['without a category', { category: undefined }, 'category', 'Please select a category'],
    ['into a category that does not exist', { category: 'nowhere' }, 'category', 'Please select a category'],
    ['into Uncategorized', { category: 'none' }, 'category', 'Please select a category'],
    ['into a category that cannot be', { category: 'a b' }, 'category', 'Please select a category'],
    ['without a file', { file: undefined }, 'pdf', 'Please select a PDF file'],
  ])('%s is rejected with its message and without a trace', async (_, change, field, message) => {
    const { admin, category, expectNothingKept } = await givenHall()
    const answer = await admin.post('/document', uploadForm({ title: 'A book', category, file: pdf(), ...change }))
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ message, fields: { [field]: message } })
    await expectNothingKept()
  })

  test.each([documentLimits.title, documentLimits.title + 1])('with a title of %i characters is accepted up to 300', async (length) => {
    const { admin, category } = await givenHall()
    const answer = await admin.post('/document', uploadForm({ title: 'क'.repeat(length), category, file: pdf() }))
    expect(answer.status).toBe(length <= documentLimits.title ? 201 : 400)
  })

  test.each([-1, 0])('of 10 MB and %i bytes is accepted', async (more) => {
    const { admin, category } = await givenHall()
    const file = pdf({ bytes: documentLimits.bytes + more })
    const answer = await admin.post('/document', uploadForm({ title: 'A thick book', category, file }))
    expect([answer.status, answer.body.fileSize]).toEqual([201, documentLimits.bytes + more])
  })

  test.each([1, 2, 100_000])('of 10 MB and %i more is rejected without a trace', async (more) => {
    const { admin, category, expectNothingKept } = await givenHall()
    const file = pdf({ bytes: documentLimits.bytes + more })
    const answer = await admin.post('/document', uploadForm({ title: 'A thick book', category, file }))
    expect(answer.status).toBe(413)
    expect(answer.body.message).toBe('The PDF is larger than 10MB')
    await expectNothingKept()
  })

  test('of the same content twice creates two documents and one file', async () => {
    const { app, admin, category, onDisk, rows } = await givenHall()
    for (const title of ['First', 'Second'])
      expect((await admin.post('/document', uploadForm({ title, category, file: pdf() }))).status).toBe(201)
    expect(await rows()).toBe(2)
    expect(await onDisk()).toHaveLength(1)
    expect(await doctor(app)).toEqual([])
  })

  test('of the same content twenty times concurrently, half of them rejected, never leaves a row without its file', async () => {
    const { app, admin, category, rows } = await givenHall()
    const send = (index: number) =>
      admin.post('/document', uploadForm({ title: `${index}`, category: index % 2 ? category : 'nowhere', file: pdf() }))
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => send(index)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), ...Array(10).fill(400)])
    expect(await rows()).toBe(10)
    expect(await doctor(app)).toEqual([])
  })

  test('repeated with its id returns the existing document and creates no second one', async () => {
    const { app, admin, category, rows } = await givenHall()
    const send = (file = pdf(), title = 'A book') => admin.post('/document', uploadForm({ title, category, file, clientId: 'up-1' }))
    const first = await send()
    const again = await send(pdf(), 'Another title')
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await rows()).toBe(1)
    expect(await app.db.selectFrom('audit').select('id').where('action', '=', 'documents.create').execute()).toHaveLength(1)
    expect((await admin.post('/document', uploadForm({ title: 'A book', category, file: pdf(), clientId: 'up-2' }))).body._id).not.toBe(
      first.body._id,
    )
  })

  test('repeated five times concurrently creates one document', async () => {
    const { app, admin, category, rows } = await givenHall()
    const form = () => uploadForm({ title: 'A book', category, file: pdf(), clientId: 'up-1' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => admin.post('/document', form())))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
    expect(await rows()).toBe(1)
    expect((await admin.get('/category/tree')).body.total).toBe(1)
    expect(await doctor(app)).toEqual([])
  })

  test('with the id of another file or person is rejected, and its file is not stored', async () => {
    const { app, admin, category, onDisk, rows } = await givenHall()
    const form = (file: Buffer) => uploadForm({ title: 'A book', category, file, clientId: 'up-1' })
    await admin.post('/document', form(pdf()))
    expect((await admin.post('/document', form(pdf({ title: 'Other' })))).status).toBe(409)
    expect((await (await app.as('superadmin')).post('/document', form(pdf()))).status).toBe(409)
    expect([await rows(), (await onDisk()).length]).toEqual([1, 1])
    expect((await admin.post('/document', uploadForm({ title: 'A book', category, file: pdf(), clientId: 'a b' }))).status).toBe(400)
  })

  test('may send its fields after the file, and is still validated by them', async () => {
    const { admin, category, rows, onDisk } = await givenHall()
    const late = (title: string) => {
      const form = uploadForm({ file: pdf({ title }) })
      form.append('title', title)
      form.append('category', category)
      return form
    }
    expect((await admin.post('/document', late(''))).body.message).toBe('Please enter a document title')
    expect(await onDisk()).toEqual([])
    expect((await admin.post('/document', late('A book'))).status).toBe(201)
    expect(await rows()).toBe(1)
  })

  test('strips folders and misleading characters from the file name', async () => {
    const { admin, category } = await givenHall()
    const form = uploadForm({ title: 'A book', category, file: pdf(), fileName: '..\\..\\etc\\invoice\u202Efdp.exe' })
    expect((await admin.post('/document', form)).body.fileName).toBe('invoicefdp.exe')
  })

  test('drops undeclared fields', async () => {
    const { app, admin, category } = await givenHall()
    const form = new FormData()
    for (const [name, value] of Object.entries({ _id: 'mine', deletedAt: 'x', uploadedBy: 'x', title: 'A book', category }))
      form.append(name, value)
    form.append('pdf', new File([new Uint8Array(pdf())], 'book.pdf'))
    expect((await admin.post('/document', form)).body._id).not.toBe('mine')
    expect(await app.db.selectFrom('documents').select(['uploadedBy', 'deletedAt']).executeTakeFirst()).toEqual({
      uploadedBy: admin.me._id,
      deletedAt: null,
    })
  })

  test('with a second file, or a file in another field, is rejected without a trace', async () => {
    const { admin, category, expectNothingKept } = await givenHall()
    const two = uploadForm({ title: 'A book', category, file: pdf() })
    two.append('pdf', new File([new Uint8Array(pdf())], 'second.pdf'))
    expect((await admin.post('/document', two)).status).toBe(400)
    const elsewhere = uploadForm({ title: 'A book', category })
    elsewhere.append('other', new File([new Uint8Array(pdf())], 'book.pdf'))
    expect((await admin.post('/document', elsewhere)).status).toBe(400)
    await expectNothingKept()
  })

  test.each(['student', 'manager'] as const)('is not allowed for a %s, and its body is not read', async (role) => {
    const { app, category, expectNothingKept } = await givenHall()
    const person = await app.as(role)
    expect((await person.post('/document', uploadForm({ title: 'A book', category, file: pdf() }))).status).toBe(403)
    expect((await app.anyone().post('/document', uploadForm({ title: 'A book', category, file: pdf() }))).status).toBe(401)
    await expectNothingKept()
  })
})

describe('over a real connection', () => {
  const boundary = 'carrel-test-boundary'
  const bodyOf = (category: string, file: Buffer) =>
    Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\nA book\r\n` +
          `--${boundary}\r\nContent-Disposition: form-data; name="category"\r\n\r\n${category}\r\n` +
          `--${boundary}\r\nContent-Disposition: form-data; name="pdf"; filename="book.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
      ),
      file,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])

  const givenConnection = async () => {
    const hall = await givenHall()
    await hall.app.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = hall.app.server.server.address() as AddressInfo
    const headOf = (length: number) =>
      `POST /api/document HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${hall.admin.token}\r\n` +
      `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`
    /** Sends this much of the request and then disconnects, or waits for the response if `leave` is false. */
    const send = (head: string, body: Buffer, { leave }: { leave: boolean }) =>
      new Promise<string>((resolve, reject) => {
        let answer = ''
        const socket = connect(port, '127.0.0.1')
        socket.on('data', (chunk) => {
          answer += chunk
        })
        socket.on('close', () => resolve(answer))
        socket.on('error', (error) => (leave ? resolve(answer) : reject(error)))
        socket.write(head)
        socket.write(body, () => {
          if (leave) setTimeout(() => socket.resetAndDestroy(), 30)
        })
      })
    return { ...hall, headOf, send }
  }

  test('a sender that disconnects at any byte leaves no trace', { timeout: 60_000 }, async () => {
    const { category, headOf, send, onDisk, rows } = await givenConnection()
    const body = bodyOf(category, Buffer.concat([pdf(), randomBytes(700_000)]))
    const fileAt = body.indexOf('%PDF-')
    const positions = [0, 10, fileAt - 30, fileAt, fileAt + 1, fileAt + 5_000, 65_536, 300_000, 600_000, body.length - 30, body.length - 3]
    await Promise.all(positions.map((position) => send(headOf(body.length), body.subarray(0, position), { leave: true })))
    // A complete one, which the server receives after these, is all that stays.
    expect(await send(headOf(body.length), body, { leave: false })).toMatch(/^HTTP\/1\.1 201 /)
    await vi.waitFor(async () => expect(await onDisk()).toHaveLength(1), 5_000)
    expect(await rows()).toBe(1)
  })

  test('a body with a complete length that ends within the file is rejected without a trace', async () => {
    const { category, headOf, send, expectNothingKept } = await givenConnection()
    const body = bodyOf(category, Buffer.concat([pdf(), randomBytes(200_000)]))
    const cut = body.subarray(0, 100_000)
    expect(await send(headOf(cut.length), cut, { leave: false })).toMatch(/^HTTP\/1\.1 400 /)
    await expectNothingKept()
  })

  test('the same request sent completely is accepted', async () => {
    const { category, headOf, send, rows } = await givenConnection()
    const body = bodyOf(category, Buffer.concat([pdf(), randomBytes(700_000)]))
    expect(await send(headOf(body.length), body, { leave: false })).toMatch(/^HTTP\/1\.1 201 /)
    expect(await rows()).toBe(1)
  })

  test('a sender of far too much data receives the error that it is too large', async () => {
    const { category, headOf, send, expectNothingKept } = await givenConnection()
    const body = bodyOf(category, Buffer.concat([pdf(), randomBytes(documentLimits.bytes + 3_000_000)]))
    expect(await send(headOf(body.length), body, { leave: false })).toMatch(/^HTTP\/1\.1 413 /)
    await expectNothingKept()
  })
})
