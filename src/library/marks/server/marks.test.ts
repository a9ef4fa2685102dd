import { describe, expect, test } from 'vitest'
import { purge } from '#library/documents/server/documents.trash.service.ts'
import { type Given, given, type SignedInPerson } from '#server/testing/given.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'
import { type Mark, marksLimits } from '../marks.contract.ts'

const bookmark = (page: number) => ({ kind: 'bookmark', page })
const highlight = { kind: 'highlight', page: 3, start: 4, end: 14, quote: 'प्रकाश तरंग', color: 'yellow', note: '' }

const givenReader = async () => {
  const app = await given()
  const admin = await app.as('admin')
  const student = await app.as('student')
  const { _id: category } = await givenCategory(admin, 'Physics')
  const { _id: id } = await givenDocument(admin, 'Waves', category)
  const path = `/document/${id}/marks`
  const changed = async (since: number, who: SignedInPerson = student): Promise<Mark[]> =>
    (await who.get(`${path}?since=${since}`)).body.items
  return { app, admin, student, category, id, path, changed }
}
const ids = (marks: Mark[]) => marks.map(({ _id }) => _id)
/** Inserts notes on seven pages. */
const insertMarks = async ({ db }: Given, owner: { userId: string; documentId: string }, count: number, first = 0) => {
  const none = { startPosition: null, endPosition: null, quote: null, color: null }
  const rows = Array.from({ length: count }, (_, index) => {
    const id = `m${first + index}`
    return { ...owner, id, change: first + index + 1, kind: 'note' as const, page: 1 + (index % 7), note: `note ${id}`, ...none }
  })
  for (let done = 0; done < rows.length; done += 500)
    await db
      .insertInto('marks')
      .values(rows.slice(done, done + 500))
      .execute()
}
const counted = async ({ db }: Given) => (await db.selectFrom('marks').select('id').execute()).length

describe('bookmarks, highlights and notes', () => {
  test('are saved and returned as they were sent, in any script', async () => {
    const { student, path, changed } = await givenReader()
    expect((await student.put(`${path}/a`, highlight)).body).toEqual({ _id: 'a', change: 1, ...highlight })
    await student.put(`${path}/b`, bookmark(7))
    await student.put(`${path}/c`, { kind: 'note', page: 2, note: ' Ask about this ' })
    const none = { page: null, start: null, end: null, quote: null, color: null, note: null }
    expect(await changed(0)).toEqual([
      { _id: 'a', change: 1, ...highlight },
      { ...none, _id: 'b', change: 2, kind: 'bookmark', page: 7 },
      { ...none, _id: 'c', change: 3, kind: 'note', page: 2, note: 'Ask about this' },
    ])
  })

  test('are returned from a change on, with deletions, so that another device catches up', async () => {
    const { student, path, changed } = await givenReader()
    for (const [index, id] of ['a', 'b', 'c'].entries()) await student.put(`${path}/${id}`, bookmark(index + 1))
    await student.put(`${path}/a`, { kind: 'note', page: 1, note: 'Now a note' })
    await student.del(`${path}/b`)
    expect((await changed(3)).map(({ _id, kind, change }) => [_id, kind, change])).toEqual([
      ['a', 'note', 4],
      ['b', 'deleted', 5],
    ])
    expect(await changed(5)).toEqual([])
    // A new device needs no deletions.
    expect(ids(await changed(0))).toEqual(['c', 'a'])
  })

  test('are returned in parts, each with whether there are more', async () => {
    const { app, student, id, path } = await givenReader()
    await insertMarks(app, { userId: student._id, documentId: id }, marksLimits.reply + 1)
    const first = (await student.get(path)).body
    expect([first.items.length, first.items.at(-1).change, first.hasMore]).toEqual([200, 200, true])
    const second = (await student.get(`${path}?since=200`)).body
    expect([ids(second.items), second.hasMore]).toEqual([['m200'], false])
  })

  test('are saved once however often they are sent, and the last edit wins', async () => {
    const { app, student, path, changed } = await givenReader()
    const answers = await Promise.all(Array.from({ length: 10 }, () => student.put(`${path}/a`, highlight)))
    expect(new Set(answers.map(({ body }) => body.change)).size).toBe(1)
    expect(await counted(app)).toBe(1)
    await student.put(`${path}/a`, { ...highlight, color: 'green' })
    await student.put(`${path}/a`, { ...highlight, color: 'pink', note: 'For the exam' })
    expect(await changed(0)).toMatchObject([{ _id: 'a', color: 'pink', note: 'For the exam' }])
  })

  test('stay deleted, even if an older edit arrives later or an unknown one is deleted first', async () => {
    const { student, path, changed } = await givenReader()
    await student.put(`${path}/a`, highlight)
    expect([(await student.del(`${path}/a`)).status, (await student.del(`${path}/a`)).status]).toEqual([204, 204])
    const late = await student.put(`${path}/a`, { ...highlight, color: 'blue' })
    expect([late.status, late.body.kind, late.body.quote]).toEqual([200, 'deleted', null])
    expect((await student.del(`${path}/b`)).status).toBe(204)
    expect((await student.put(`${path}/b`, bookmark(1))).body.kind).toBe('deleted')
    expect(await changed(0)).toEqual([])
  })

  test('get different change numbers when they are saved at the same time', async () => {
    const { student, path, changed } = await givenReader()
    await Promise.all(Array.from({ length: 20 }, (_, index) => student.put(`${path}/m${index}`, bookmark(index + 1))))
    const changes = (await changed(0)).map(({ change }) => change)
    expect([changes.length, new Set(changes).size]).toEqual([20, 20])
  })

  test('are at most 500 in one document, of which deleting one makes room, and 10,000 of one person', async () => {
    const { app, admin, student, category, id, path } = await givenReader()
    await insertMarks(app, { userId: student._id, documentId: id }, marksLimits.ofDocument - 1)
    await app.db.insertInto('markChanges').values({ userId: student._id, last: 50_000 }).execute()
    expect((await student.put(`${path}/a`, bookmark(1))).status).toBe(200)
    const refused = await student.put(`${path}/b`, bookmark(1))
    expect([refused.status, refused.body.code]).toEqual([409, 'marks.too_many_here'])
    expect((await student.put(`${path}/a`, bookmark(2))).status).toBe(200)
    await student.del(`${path}/a`)
    expect((await student.put(`${path}/b`, bookmark(1))).status).toBe(200)

    const { _id: other } = await givenDocument(admin, 'Lenses', category)
    const left = marksLimits.ofPerson - (await counted(app)) - 1
    await insertMarks(app, { userId: student._id, documentId: other }, left)
    await app.db.updateTable('marks').set({ kind: 'deleted' }).where('documentId', '=', other).execute()
    expect((await student.put(`/document/${other}/marks/c`, bookmark(1))).status).toBe(200)
    const last = await student.put(`/document/${other}/marks/d`, bookmark(1))
    expect([last.status, last.body.code]).toEqual([409, 'marks.too_many'])
  })

  test.each([
    ['page 0', bookmark(0)],
    ['half a page', bookmark(1.5)],
    ['an empty note', { kind: 'note', page: 1, note: '  ' }],
    ['a highlight without text', { ...highlight, quote: '' }],
    ['a highlight that ends where it starts', { ...highlight, end: highlight.start }],
    ['an unknown color', { ...highlight, color: 'url(x)' }],
    ['an unknown kind', { kind: 'deleted', page: 1 }],
    ['a text that cannot be stored', { ...highlight, quote: 'a\0b' }],
  ])('are refused with %s', async (_, sent) => {
    const { app, student, path } = await givenReader()
    expect((await student.put(`${path}/a`, sent)).status).toBe(400)
    expect(await counted(app)).toBe(0)
  })

  test('cannot be on a page after the last one, once the pages are counted', async () => {
    const { app, student, id, path } = await givenReader()
    const { fileSha256: sha256 } = await app.db.selectFrom('documents').select('fileSha256').where('id', '=', id).executeTakeFirstOrThrow()
    await app.db.insertInto('extractions').values({ sha256, outcome: 'done', pages: 12, coverSha256: null, at: 'now' }).execute()
    expect((await student.put(`${path}/a`, bookmark(12))).status).toBe(200)
    const answer = await student.put(`${path}/b`, bookmark(13))
    expect([answer.status, answer.body.code]).toEqual([400, 'marks.no_such_page'])
  })
})

describe('the privacy of marks', () => {
  test('nobody else sees, changes or deletes them, not even a superadmin', async () => {
    const { app, admin, student, path, changed } = await givenReader()
    await student.put(`${path}/a`, highlight)
    for (const other of [admin, await app.as('superadmin'), await app.as('student')]) {
      expect(await changed(0, other)).toEqual([])
      expect((await other.get(`${path}/text`)).text).not.toContain(highlight.quote)
      await other.del(`${path}/a`)
    }
    expect(ids(await changed(0))).toEqual(['a'])
  })

  test('they are in no audit entry', async () => {
    const { app, student, path } = await givenReader()
    const before = await app.db.selectFrom('audit').select('id').execute()
    await student.put(`${path}/a`, { ...highlight, note: 'A secret thought' })
    await student.del(`${path}/a`)
    expect(await app.db.selectFrom('audit').select('id').execute()).toEqual(before)
  })

  test('they are deleted with the person, and nobody else’s are', async () => {
    const { app, student, path, changed } = await givenReader()
    const other = await app.as('student')
    for (const who of [student, other]) await who.put(`${path}/a`, highlight)
    await (await app.as('superadmin')).del(`/user/${student._id}`)
    expect(await app.db.selectFrom('marks').select('userId').execute()).toEqual([{ userId: other._id }])
    expect(await app.db.selectFrom('markChanges').select('userId').execute()).toEqual([{ userId: other._id }])
    expect(ids(await changed(0, other))).toEqual(['a'])
  })

  test('they come back with a restored document, and are gone after its final deletion', async () => {
    const { app, admin, student, id, path, changed } = await givenReader()
    await student.put(`${path}/a`, highlight)
    await admin.del(`/document/${id}`)
    expect([(await student.get(path)).status, (await student.put(`${path}/b`, bookmark(1))).status]).toEqual([404, 404])
    const superadmin = await app.as('superadmin')
    await superadmin.post(`/document/${id}/restore`)
    expect(ids(await changed(0))).toEqual(['a'])
    await admin.del(`/document/${id}`)
    app.advance(31 * 86_400)
    await purge(app.platform)
    expect(await counted(app)).toBe(0)
  })
})

describe('the export of marks', () => {
  test('has the title, the pages in order, quotes and notes, as Markdown that shows them as they are', async () => {
    const { student, path } = await givenReader()
    await student.put(`${path}/a`, { ...highlight, page: 12, quote: '1. *Light*\nis a <wave>', note: '# Why?\nबताइए' })
    await student.put(`${path}/b`, { ...highlight, page: 12, start: 0, end: 3 })
    await student.put(`${path}/c`, bookmark(2))
    await student.put(`${path}/d`, bookmark(5))
    await student.del(`${path}/d`)
    const answer = await student.get(`${path}/text`)
    expect(answer.headers['content-type']).toContain('text/markdown')
    expect(decodeURIComponent(answer.headers['content-disposition'] ?? '')).toContain('Notes on Waves.md')
    expect(answer.text).toBe(
      '# Waves\n\n## Page 2\n\nBookmark\n\n## Page 12\n\n> प्रकाश तरंग\n\n> 1\\. \\*Light\\*\n> is a \\<wave\\>\n\n\\# Why?\nबताइए\n',
    )
  })

  test('of all documents has each with its title, however many there are, and no document in the trash', async () => {
    const { app, admin, student, category, path, id } = await givenReader()
    const { _id: other } = await givenDocument(admin, 'Lenses', category)
    const { _id: gone } = await givenDocument(admin, 'Motion', category)
    for (const document of [other, gone]) await student.put(`/document/${document}/marks/x`, bookmark(1))
    await insertMarks(app, { userId: student._id, documentId: id }, 2 * marksLimits.reply + 1)
    await admin.del(`/document/${gone}`)
    const { text } = await student.get('/document/marks/text')
    expect(text.match(/^# .*$/gm)).toEqual(['# Waves', '# Lenses'])
    expect(text.match(/^## .*$/gm)).toEqual([1, 2, 3, 4, 5, 6, 7, 1].map((page) => `## Page ${page}`))
    expect(new Set(text.match(/note m\d+/g)).size).toBe(401)
    expect((await (await app.as('student')).get('/document/marks/text')).text).toBe('No bookmarks, highlights or notes\n')
    expect((await student.get(`${path}/text`)).text.match(/note m/g)).toHaveLength(401)
  })
})
