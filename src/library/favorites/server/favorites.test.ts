import { describe, expect, test } from 'vitest'
import type { Document } from '#library/documents/documents.contract.ts'
import { given } from '#server/testing/given.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'

const titles = (answer: { body: { items: { title: string }[] } }) => answer.body.items.map(({ title }) => title)

const givenCategories = async (names: readonly string[]) => {
  const app = await given()
  const admin = await app.as('admin')
  const student = await app.as('student')
  const { _id: category } = await givenCategory(admin, 'Physics')
  const documents: Document[] = []
  for (const name of names) documents.push(await givenDocument(admin, name, category))
  const add = (index: number) => student.post(`/document/${documents[index]?._id}/favorite`)
  const remove = (index: number) => student.del(`/document/${documents[index]?._id}/favorite`)
  return { app, admin, student, documents, add, remove }
}

describe('favourites', () => {
  test('are listed most recently added first, even if the clock stops or is set back', async () => {
    const { app, student, add } = await givenCategories(['Waves', 'Motion', 'Lenses'])
    app.setNow('2026-11-22T05:30:00.000Z')
    for (const index of [0, 2]) await add(index)
    app.setNow('2026-11-22T05:29:00.000Z')
    await add(1)
    expect(titles(await student.get('/document/favorites'))).toEqual(['Motion', 'Lenses', 'Waves'])
  })

  test('are listed as documents, most recently added first', async () => {
    const { student, add, documents } = await givenCategories(['Waves', 'Motion', 'Lenses'])
    for (const index of [1, 2, 0]) expect((await add(index)).status).toBe(204)
    const answer = await student.get('/document/favorites')
    expect(titles(answer)).toEqual(['Waves', 'Lenses', 'Motion'])
    expect(answer.body).toMatchObject({ total: 3, nextCursor: null })
    expect(answer.body.items[0]).toEqual(documents[0])
    expect((await student.get('/document/favorites/count')).body).toEqual({ count: 3 })
  })

  test('are added once, even repeatedly and concurrently', async () => {
    const { student, add } = await givenCategories(['Waves', 'Motion'])
    await add(0)
    await add(1)
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(0)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(204))
    expect(titles(await student.get('/document/favorites'))).toEqual(['Motion', 'Waves'])
  })

  test('can be removed, and removing again has no effect', async () => {
    const { student, add, remove } = await givenCategories(['Waves', 'Motion'])
    await add(0)
    await add(1)
    expect([(await remove(0)).status, (await remove(0)).status]).toEqual([204, 204])
    expect((await student.del('/document/nothing/favorite')).status).toBe(204)
    expect(titles(await student.get('/document/favorites'))).toEqual(['Motion'])
  })

  test('belong to one student', async () => {
    const { app, add } = await givenCategories(['Waves'])
    await add(0)
    const other = await app.as('student')
    expect((await other.get('/document/favorites')).body).toEqual({ items: [], nextCursor: null, total: 0 })
    expect((await other.get('/document/favorites/count')).body).toEqual({ count: 0 })
  })

  test('cannot contain a missing or deleted document', async () => {
    const { admin, student, documents, add } = await givenCategories(['Waves'])
    await admin.del(`/document/${documents[0]?._id}`)
    expect((await add(0)).status).toBe(404)
    expect((await student.post('/document/nothing/favorite')).status).toBe(404)
  })

  test('never contain a deleted document, even one added during its deletion', async () => {
    const { app, admin, student, documents, add } = await givenCategories(['Waves', 'Motion'])
    await add(1)
    const [waves] = documents
    await admin.del(`/document/${waves?._id}`)
    const late = { userId: student.me._id, documentId: waves?._id ?? '', createdAt: new Date().toISOString() }
    await app.db.insertInto('favorites').values(late).execute()
    const answer = await student.get('/document/favorites')
    expect([titles(answer), answer.body.total]).toEqual([['Motion'], 1])
    expect((await student.get('/document/favorites/count')).body).toEqual({ count: 1 })
  })

  test('are found by title in any script, with special characters taken literally', async () => {
    const { student, add } = await givenCategories(['भौतिकी भाग 1', 'Motion 100%', 'Motion 1000'])
    for (const index of [0, 1, 2]) await add(index)
    const search = async (text: string) => titles(await student.get(`/document/favorites?search=${encodeURIComponent(text)}`))
    expect(await search('भौतिकी')).toEqual(['भौतिकी भाग 1'])
    expect(await search('MOTION')).toEqual(['Motion 1000', 'Motion 100%'])
    expect(await search('0%')).toEqual(['Motion 100%'])
    expect(await search('physics')).toEqual([])
    expect((await student.get('/document/favorites?search=motion&limit=1')).body.total).toBe(2)
  })

  test('are paginated with each on exactly one page, even if several were added in one millisecond', async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const { app, student, documents, add } = await givenCategories(names)
    for (const index of [0, 1, 2, 3, 4]) await add(index)
    await app.db
      .updateTable('favorites')
      .set({ createdAt: '2026-11-21T05:30:00.000Z' })
      .where('documentId', '!=', documents[2]?._id ?? '')
      .execute()
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const answer = await student.get(`/document/favorites?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...titles(answer))
      cursor = answer.body.nextCursor
    }
    expect(seen.toSorted()).toEqual(names)
    expect(seen[0]).toBe('c')
  })

  test('are also listed as ids, in pages, without deleted documents', async () => {
    const { admin, student, documents, add } = await givenCategories(['a', 'b', 'c', 'd'])
    for (const index of [2, 0, 3, 1]) await add(index)
    const [a, b, c, d] = documents.map(({ _id }) => _id)
    await admin.del(`/document/${d}`)
    expect((await student.get('/document/favorites/ids')).body).toEqual({ items: [b, a, c], nextCursor: null })
    const first = (await student.get('/document/favorites/ids?limit=2')).body
    expect(first.items).toEqual([b, a])
    const second = (await student.get(`/document/favorites/ids?limit=2&cursor=${first.nextCursor}`)).body
    expect(second).toEqual({ items: [c], nextCursor: null })
    expect((await student.get('/document/favorites/ids?cursor=x')).status).toBe(400)
  })

  test.each(['x', '_', '123', '99999999999999999_a'])('reject the cursor %s', async (cursor) => {
    const { student } = await givenCategories([])
    expect((await student.get(`/document/favorites?cursor=${cursor}`)).status).toBe(400)
  })

  test.each(['manager', 'admin', 'superadmin'] as const)('are not available to a %s', async (role) => {
    const { app, documents } = await givenCategories(['Waves'])
    const person = await app.as(role)
    const path = `/document/${documents[0]?._id}/favorite`
    const answers = [
      await person.get('/document/favorites'),
      await person.get('/document/favorites/ids'),
      await person.get('/document/favorites/count'),
      await person.post(path),
      await person.del(path),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  })
})
