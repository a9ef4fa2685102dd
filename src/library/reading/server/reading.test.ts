import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'

const givenReader = async () => {
  const app = await given()
  const admin = await app.as('admin')
  const student = await app.as('student')
  const { _id } = await givenDocument(admin, 'Waves', (await givenCategory(admin, 'Physics'))._id)
  return { app, admin, student, path: `/document/${_id}/progress`, id: _id }
}

describe('the reading position', () => {
  test('is null before the first page, and then the last saved page', async () => {
    const { student, path } = await givenReader()
    expect((await student.get(path)).body).toEqual({ page: null })
    for (const page of [3, 7, 5]) {
      const answer = await student.put(path, { page })
      expect([answer.status, answer.body]).toEqual([200, { page }])
    }
    expect((await student.get(path)).body).toEqual({ page: 5 })
  })

  test('is separate for each person', async () => {
    const { app, admin, student, path } = await givenReader()
    const other = await app.as('student')
    await student.put(path, { page: 3 })
    await admin.put(path, { page: 9 })
    expect((await other.get(path)).body).toEqual({ page: null })
    expect((await student.get(path)).body).toEqual({ page: 3 })
  })

  test.each([
    ['0', 0],
    ['a negative one', -1],
    ['half a page', 1.5],
    ['a text', '3'],
    ['nothing', null],
    ['far too much', 1e308],
  ])('is rejected as %s', async (_, page) => {
    const { student, path } = await givenReader()
    expect((await student.put(path, { page })).status).toBe(400)
    expect((await student.get(path)).body).toEqual({ page: null })
  })

  test('cannot be after the last page, once the pages are counted', async () => {
    const { app, student, path, id } = await givenReader()
    const { fileSha256: sha256 } = await app.db.selectFrom('documents').select('fileSha256').where('id', '=', id).executeTakeFirstOrThrow()
    await app.db.insertInto('extractions').values({ sha256, outcome: 'done', pages: 12, coverSha256: null, at: 'now' }).execute()
    expect((await student.get(`/document/${id}`)).body.pages).toBe(12)
    expect((await student.put(path, { page: 12 })).status).toBe(200)
    const answer = await student.put(path, { page: 13 })
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { code: 'reading.no_such_page', fields: { page: 'The document does not have this page' } },
    ])
    expect((await student.get(path)).body).toEqual({ page: 12 })
  })

  test('is kept while the document is deleted, and returned after a restore', async () => {
    const { app, admin, student, path, id } = await givenReader()
    await student.put(path, { page: 3 })
    await admin.del(`/document/${id}`)
    expect([(await student.get(path)).status, (await student.put(path, { page: 4 })).status]).toEqual([404, 404])
    await (await app.as('superadmin')).post(`/document/${id}/restore`)
    expect((await student.get(path)).body).toEqual({ page: 3 })
  })

  test('is one of those saved concurrently, and is not audited', async () => {
    const { app, student, path } = await givenReader()
    const before = await app.db.selectFrom('audit').select('id').execute()
    const pages = Array.from({ length: 20 }, (_, index) => index + 1)
    const answers = await Promise.all(pages.map((page) => student.put(path, { page })))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(pages).toContain((await student.get(path)).body.page)
    expect(await app.db.selectFrom('audit').select('id').execute()).toHaveLength(before.length)
    expect(await app.db.selectFrom('readingProgress').selectAll().execute()).toHaveLength(1)
  })
})

test('unfinished documents are personal, most recently read first, and at most three', async () => {
  const { app, admin, student } = await givenReader()
  const category = (await givenCategory(admin, 'History'))._id
  const ids: string[] = []
  for (const title of ['Rome', 'Athens', 'Delhi', 'Cairo']) {
    const { _id } = await givenDocument(admin, title, category)
    await student.put(`/document/${_id}/progress`, { page: ids.length + 2 })
    ids.push(_id)
  }
  const { status, body } = await student.get('/document/unfinished')
  expect(status).toBe(200)
  expect(body.items.map(({ title, page }: { title: string; page: number }) => [title, page])).toEqual([
    ['Cairo', 5],
    ['Delhi', 4],
    ['Athens', 3],
  ])
  await admin.del(`/document/${ids[3]}`)
  expect((await student.get('/document/unfinished')).body.items).toHaveLength(3)
  expect((await (await app.as('student')).get('/document/unfinished')).body).toEqual({ items: [] })
})
