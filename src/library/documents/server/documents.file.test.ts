import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startSession } from '#server/sessions/sessions.ts'
import { given } from '#server/testing/given.ts'
import { isHard } from '#server/testing/hard.ts'
import { givenCategory, givenDocument, uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'

const givenBook = async () => {
  const app = await given()
  const admin = await app.as('admin')
  const student = await app.as('student')
  const { _id: category } = await givenCategory(admin, 'Physics')
  const content = pdf({ title: 'भौतिकी', pages: 3 })
  const form = uploadForm({ title: 'भौतिकी', category, file: content, fileName: 'भौतिकी “कक्षा” 12.pdf' })
  const { body: book } = await admin.post('/document', form)
  const makeLink = async (): Promise<string> => (await student.get(book.downloadUrl)).body.downloadUrl
  return { app, admin, student, category, content, book, makeLink }
}

describe('the file of a document', () => {
  test.each(['student', 'manager', 'admin', 'superadmin'] as const)(
    'opens for a signed-in %s, with the token raw or after Bearer',
    async (role) => {
      const { app, book, content } = await givenBook()
      const person = await app.as(role)
      expect((await person.get(book.fileUrl)).bytes).toEqual(content)
      const answer = await app.anyone().get(book.fileUrl, { headers: { authorization: `Bearer ${person.token}` } })
      expect([answer.status, answer.bytes]).toEqual([200, content])
    },
  )

  test('is sent with its stored type, without caching, and cannot run as a page', async () => {
    const { student, book, content } = await givenBook()
    const { headers } = await student.get(book.fileUrl)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(content.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
    })
    expect(headers['content-security-policy']).toContain("default-src 'none'; sandbox")
    const name = encodeURIComponent('भौतिकी “कक्षा” 12.pdf')
    expect(headers['content-disposition']).toMatch(/^inline; filename="[\x20-\x7E]+"; /)
    expect(headers['content-disposition']).toContain(`filename*=UTF-8''${name}`)
  })

  test('is not sent without a valid token', async () => {
    const { app, student, book } = await givenBook()
    expect((await app.anyone().get(book.fileUrl)).status).toBe(401)
    expect((await app.anyone().get(book.fileUrl, { headers: { authorization: 'A'.repeat(43) } })).status).toBe(401)
    await app.db.deleteFrom('sessions').where('id', '=', student.sessionId).execute()
    expect((await student.get(book.fileUrl)).status).toBe(401)
  })

  test('returns not found to members for a missing document, and reveals nothing to others', async () => {
    const { app, student } = await givenBook()
    expect((await student.get('/document/nothing/file')).status).toBe(404)
    expect((await app.anyone().get('/document/nothing/file')).status).toBe(401)
  })

  test('returns not found if its content is lost, and keeps its row', async () => {
    const { app, student, book } = await givenBook()
    await rm(join(app.dataDir, 'files'), { recursive: true })
    expect((await student.get(book.fileUrl)).status).toBe(404)
    expect((await student.get('/document')).body.total).toBe(1)
  })
})

describe('a range of a file', () => {
  const part = (content: Buffer, start: number, end: number) => ({
    bytes: content.subarray(start, end + 1),
    range: `bytes ${start}-${end}/${content.length}`,
  })

  test.each([
    ['the first byte', 'bytes=0-0', 0, 0],
    ['the first hundred', 'bytes=0-99', 0, 99],
    ['a middle', 'bytes=100-299', 100, 299],
    ['everything from a place on', 'bytes=500-', 500, -1],
    ['the last ten', 'bytes=-10', -10, -1],
    ['more than there is at the end', 'bytes=500-99999999', 500, -1],
    ['a longer end than there is', 'bytes=-99999999', 0, -1],
  ])('is returned for %s', async (_, range, from, to) => {
    const { student, book, content } = await givenBook()
    const expected = part(content, from < 0 ? content.length + from : from, to < 0 ? content.length - 1 : to)
    const answer = await student.get(book.fileUrl, { headers: { range } })
    expect([answer.status, answer.bytes, answer.headers['content-range']]).toEqual([206, expected.bytes, expected.range])
    expect(answer.headers['content-length']).toBe(String(expected.bytes.length))
  })

  test.each(['bytes=99999999-', 'bytes=-0'])('without any byte (%s) is answered by 416 with the size', async (range) => {
    const { student, book, content } = await givenBook()
    const answer = await student.get(book.fileUrl, { headers: { range } })
    expect([answer.status, answer.headers['content-range']]).toEqual([416, `bytes */${content.length}`])
  })

  test.each(['bytes=0-1,5-6', 'bytes=5-1', 'bytes=a-b', 'pages=1-2', 'bytes='])(
    'that is several ranges or invalid (%s) is answered by the whole file',
    async (range) => {
      const { student, book, content } = await givenBook()
      const answer = await student.get(book.fileUrl, { headers: { range } })
      expect([answer.status, answer.bytes]).toEqual([200, content])
    },
  )

  test('is returned for a signed link too', async () => {
    const { app, makeLink, content } = await givenBook()
    const answer = await app.anyone().get(await makeLink(), { headers: { range: 'bytes=0-4' } })
    expect([answer.status, answer.bytes]).toEqual([206, content.subarray(0, 5)])
  })
})

describe('a link to a file', () => {
  test('is relative to the server, lasts five minutes and needs no session', async () => {
    const { app, student, book, content } = await givenBook()
    const { body } = await student.get(book.downloadUrl)
    expect(body.downloadUrl).toMatch(new RegExp(`^/api/document/${book._id}/file\\?session=[\\w-]+&expires=\\d+&signature=[0-9a-f]{64}$`))
    const seconds = (Date.parse(body.expiresAt) - Date.now()) / 1_000
    expect(seconds).toBeGreaterThan(290)
    expect(seconds).toBeLessThanOrEqual(300)
    const answer = await app.anyone().get(body.downloadUrl)
    expect([answer.status, answer.bytes]).toEqual([200, content])
  })

  test('contains neither token nor name', async () => {
    const { student, makeLink } = await givenBook()
    const link = await makeLink()
    expect(link).not.toContain(student.token)
    expect(link).not.toContain(student.me._id)
  })

  test('is rejected after a change of any character', { timeout: 60_000 }, async () => {
    const { app, makeLink } = await givenBook()
    const link = await makeLink()
    const outsider = app.anyone()
    const all = ['0', 'a', 'A', '&', '=', '/', '%', '+', '']
    for (let at = '/api/'.length; at < link.length; at++) {
      // Each third of the changes in turn; all of them take thousands of calls.
      for (const other of isHard ? all : all.filter((_, number) => number % 3 === at % 3)) {
        if (other === link[at]) continue
        const answer = await outsider.get(link.slice(0, at) + other + link.slice(at + 1))
        expect(answer.status, `position ${at} (${link[at]}) as "${other}"`).toBeGreaterThanOrEqual(400)
        expect(answer.status, `position ${at} (${link[at]}) as "${other}"`).toBeLessThan(500)
      }
    }
    expect((await outsider.get(link)).status).toBe(200)
  })

  test('that was changed is rejected even with a session', async () => {
    const { student, makeLink } = await givenBook()
    const link = await makeLink()
    const answer = await student.get(link.slice(0, -1) + (link.endsWith('0') ? '1' : '0'))
    expect([answer.status, answer.body.code]).toEqual([403, 'documents.link_invalid'])
  })

  test.each([
    ['written in capitals', (link: string) => link.replace(/[0-9a-f]{64}$/, (hex) => hex.toUpperCase())],
    ['with a longer life', (link: string) => link.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 1}`)],
    ['with zeros before its end', (link: string) => link.replace('expires=', 'expires=0')],
    ['without a signature', (link: string) => link.replace(/&signature=.*/, '')],
    ['with a signature alone', (link: string) => link.replace(/session=.*&signature/, 'signature')],
    ['with its session twice', (link: string) => link.replace(/session=([^&]+)/, 'session=$1&session=$1')],
    ['with what no id holds', (link: string) => link.replace('session=', 'session=%00')],
    ['with a very long part', (link: string) => `${link}${'0'.repeat(500)}`],
  ])('%s is rejected', async (_, change) => {
    const { app, makeLink } = await givenBook()
    const { status } = await app.anyone().get(change(await makeLink()))
    expect([400, 403]).toContain(status)
  })

  test('opens no other document, even one with the same content', async () => {
    const { app, admin, category, content, book, makeLink } = await givenBook()
    const { body: twin } = await admin.post('/document', uploadForm({ title: 'Twin', category, file: content }))
    const other = await givenDocument(admin, 'Other', category)
    const link = await makeLink()
    for (const { _id } of [twin, other]) {
      const answer = await app.anyone().get(link.replace(book._id, _id))
      expect([answer.status, answer.body.message]).toEqual([403, 'This link is no longer valid. Please open the document again.'])
    }
    expect((await app.anyone().get(link.replace(book._id, 'nothing'))).status).toBe(403)
  })

  test('expires after five minutes', async () => {
    const { app, makeLink } = await givenBook()
    const link = await makeLink()
    app.advance(298)
    expect((await app.anyone().get(link)).status).toBe(200)
    app.advance(2)
    expect((await app.anyone().get(link)).status).toBe(403)
  })

  test('is invalidated when its holder signs out', async () => {
    const { app, student, makeLink } = await givenBook()
    const link = await makeLink()
    expect((await student.post('/auth/logout')).status).toBe(204)
    expect((await app.anyone().get(link)).status).toBe(403)
  })

  test('is invalidated when its holder’s account expires', async () => {
    const { app, student, makeLink } = await givenBook()
    const link = await makeLink()
    await app.db.updateTable('users').set({ terminationDate: '2020-01-01' }).where('id', '=', student.me._id).execute()
    expect((await app.anyone().get(link)).status).toBe(403)
  })

  test('does not work in the session of another person', async () => {
    const { app, student, makeLink } = await givenBook()
    const link = await makeLink()
    const other = await app.as('student')
    expect((await other.get(link)).status).toBe(403)
    expect((await student.get(link)).status).toBe(200)
  })

  test('does not work in another session of the same person', async () => {
    const { app, student, makeLink } = await givenBook()
    const link = await makeLink()
    const { sessionId } = await startSession(app.platform, app.db, { userId: student._id, device: '', now: app.platform.clock() })
    expect((await app.anyone().get(link.replace(student.sessionId, sessionId))).status).toBe(403)
    expect((await app.anyone().get(link)).status).toBe(200)
  })

  test('is not created for a missing document, or without a session', async () => {
    const { app, student, book } = await givenBook()
    expect((await student.get('/document/nothing/download')).status).toBe(404)
    expect((await app.anyone().get(book.downloadUrl)).status).toBe(401)
  })
})
