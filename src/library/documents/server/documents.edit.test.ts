import { describe, expect, test } from 'vitest'
import { transact } from '#server/db/transact.ts'
import { type Given, given } from '#server/testing/given.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'

const givenLibrary = async () => {
  const app = await given()
  const admin = await app.as('admin')
  const student = await app.as('student')
  const physics = await givenCategory(admin, 'Physics')
  const history = await givenCategory(admin, 'History')
  const waves = await givenDocument(admin, 'Waves', physics._id)
  return { app, admin, student, physics, history, waves }
}

/** Returns the audit entries of a document since its upload. */
const auditOf = async ({ db }: Given, id: string) => {
  const entries = await db.selectFrom('audit').selectAll().where('targetId', '=', id).orderBy('id').execute()
  return entries
    .slice(1)
    .map(({ action, actorId, before, after }) => [action, actorId, JSON.parse(before ?? 'null'), JSON.parse(after ?? 'null')])
}

describe('changing a document', () => {
  test('changes its title and category in every list at once', async () => {
    const { admin, student, history, waves } = await givenLibrary()
    // Cached responses must not be reused afterwards.
    for (const path of ['/document', `/document?category=${history._id}`, '/document?search=waves']) await student.get(path)
    const answer = await admin.put(`/document/${waves._id}`, { title: ' Wellen ', category: history._id })
    const changed = { ...waves, title: 'Wellen', category: { _id: history._id, name: 'History' } }
    expect([answer.status, answer.body]).toEqual([200, changed])
    expect((await student.get('/document')).body.items).toEqual([changed])
    expect((await student.get(`/document?category=${history._id}`)).body.items).toEqual([changed])
    expect((await student.get('/document?search=WELLEN')).body.total).toBe(1)
    expect((await student.get('/document?search=waves')).body.total).toBe(0)
  })

  test.each([[null], [''], ['  ']])('into the category %j makes it Uncategorized', async (category) => {
    const { admin, student, waves } = await givenLibrary()
    expect((await admin.put(`/document/${waves._id}`, { title: 'Waves', category })).body).toEqual({ ...waves, category: null })
    expect((await student.get('/document?category=none')).body.total).toBe(1)
    expect((await student.get('/category/tree')).body.uncategorizedCount).toBe(1)
  })

  test('accepts a whole document with its category object', async () => {
    const { admin, history, waves } = await givenLibrary()
    expect((await admin.put(`/document/${waves._id}`, waves)).body).toEqual(waves)
    const moved = { ...waves, category: { _id: history._id, name: 'Physics' } }
    const { body } = await admin.put(`/document/${waves._id}`, moved)
    expect(body.category).toEqual({ _id: history._id, name: 'History' })
    for (const category of [{}, { _id: null }, { _id: '' }, { name: 'History' }, [history._id]])
      expect((await admin.put(`/document/${waves._id}`, { ...waves, category })).body.message).toBe('Please select a category')
  })

  test('does not change fields that are not sent or not writable', async () => {
    const { admin, history, waves } = await givenLibrary()
    expect((await admin.put(`/document/${waves._id}`, { title: 'Wellen' })).body).toEqual({ ...waves, title: 'Wellen' })
    const moved = await admin.put(`/document/${waves._id}`, {
      category: history._id,
      _id: 'x',
      fileName: 'x',
      createdAt: 'x',
      uploadedBy: 'x',
    })
    expect(moved.body).toEqual({ ...waves, title: 'Wellen', category: { _id: history._id, name: 'History' } })
  })

  test.each([
    ['a blank title', { title: '  ', category: null }, 'title', 'Please enter a document title'],
    ['a title that is none', { title: null, category: null }, 'title', 'Please enter a document title'],
    ['a missing category', { title: 'Waves', category: 'nowhere' }, 'category', 'Please select a category'],
    ['a category that cannot be', { title: 'Waves', category: 'a b' }, 'category', 'Please select a category'],
    ['a category that is a thing', { title: 'Waves', category: { _id: 'x' } }, 'category', 'Please select a category'],
  ])('to %s is rejected with its message, and nothing changes', async (_, body, field, message) => {
    const { app, admin, waves } = await givenLibrary()
    const answer = await admin.put(`/document/${waves._id}`, body)
    expect([answer.status, answer.body]).toMatchObject([400, { message, fields: { [field]: message } }])
    expect((await admin.get(`/document/${waves._id}`)).body).toEqual(waves)
    expect(await auditOf(app, waves._id)).toEqual([])
  })

  test('is audited with the person and the changed values before and after', async () => {
    const { app, admin, history, waves } = await givenLibrary()
    await admin.put(`/document/${waves._id}`, { title: 'Wellen', category: history._id })
    await admin.put(`/document/${waves._id}`, { title: 'Wellen', category: null })
    expect(await auditOf(app, waves._id)).toEqual([
      ['documents.update', admin._id, { title: 'Waves', category: 'Physics' }, { title: 'Wellen', category: 'History' }],
      ['documents.update', admin._id, { category: 'History' }, { category: null }],
    ])
  })

  test('to its current values has no effect and is not audited', async () => {
    const { app, admin, physics, waves } = await givenLibrary()
    expect((await admin.put(`/document/${waves._id}`, { title: 'Waves', category: physics._id })).body).toEqual(waves)
    expect(await auditOf(app, waves._id)).toEqual([])
  })

  test('returns not found for a deleted one', async () => {
    const { admin, waves } = await givenLibrary()
    await admin.del(`/document/${waves._id}`)
    expect((await admin.put(`/document/${waves._id}`, { title: 'Wellen', category: null })).status).toBe(404)
  })

  test('by ten requests concurrently leaves a history in which each entry starts with the end of another', async () => {
    const { app, admin, waves } = await givenLibrary()
    const titles = Array.from({ length: 10 }, (_, index) => `Waves ${index}`)
    const answers = await Promise.all(titles.map((title) => admin.put(`/document/${waves._id}`, { title })))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    // Ids of the entries follow their creation; the chain of values gives their order.
    const steps = new Map((await auditOf(app, waves._id)).map(([, , before, after]) => [before.title, after.title]))
    let title = 'Waves'
    for (let step = 0; step < 10; step++) title = steps.get(title) ?? `nothing after ${title}`
    expect((await admin.get(`/document/${waves._id}`)).body.title).toBe(title)
  })
})

describe('moving many', () => {
  test('moves them all and returns their number', async () => {
    const { app, admin, student, physics, history, waves } = await givenLibrary()
    const lenses = await givenDocument(admin, 'Lenses', physics._id)
    const kings = await givenDocument(admin, 'Kings', history._id)
    const gone = await givenDocument(admin, 'Gone', physics._id)
    await admin.del(`/document/${gone._id}`)
    const ids = [waves._id, lenses._id, kings._id, gone._id, 'nothing', waves._id]
    for (const path of ['/category/tree', `/document?category=${history._id}`]) await student.get(path)
    const answer = await admin.post('/document/move', { ids, category: history._id })
    expect([answer.status, answer.body]).toEqual([200, { moved: 3 }])
    expect((await student.get(`/document?category=${history._id}`)).body.total).toBe(3)
    expect((await student.get('/category/tree')).body.items.map((one: { documentCount: number }) => one.documentCount)).toEqual([3, 0])
    expect(await auditOf(app, lenses._id)).toEqual([['documents.update', admin._id, { category: 'Physics' }, { category: 'History' }]])
    expect(await auditOf(app, kings._id)).toEqual([])
  })

  test.each([[null], ['']])('into %j makes them Uncategorized', async (category) => {
    const { admin, student, waves } = await givenLibrary()
    expect((await admin.post('/document/move', { ids: [waves._id], category })).body).toEqual({ moved: 1 })
    expect((await student.get('/document?category=none')).body.total).toBe(1)
  })

  test.each([
    ['no category', { ids: ['one'] }, 'Please select a category'],
    ['a missing category', { ids: ['one'], category: 'nowhere' }, 'Please select a category'],
    ['no documents', { ids: [], category: null }, 'Please select a document'],
    ['no list', { ids: 'one', category: null }, 'Please check what you entered.'],
    ['what is no id', { ids: ["' or 1=1 --"], category: null }, 'Invalid id'],
  ])('with %s is rejected', async (_, body, message) => {
    const { admin } = await givenLibrary()
    const answer = await admin.post('/document/move', body)
    expect([answer.status, answer.body.message]).toEqual([400, message])
  })

  test('into a concurrently deleted category loses nothing and leaves no dangling references', async () => {
    const { app, admin, waves } = await givenLibrary()
    for (let round = 0; round < 5; round++) {
      const science = await givenCategory(admin, `Science ${round}`)
      const move = () => admin.post('/document/move', { ids: [waves._id], category: science._id })
      const change = () => admin.put(`/document/${waves._id}`, { category: science._id })
      const [removal, ...moves] = await Promise.all([admin.del(`/category/${science._id}`), move(), change(), move()])
      expect(removal.status).toBe(204)
      for (const { status } of moves) expect([200, 400]).toContain(status)
      expect((await admin.get(`/document/${waves._id}`)).body.category).toSatisfy((category) => category?._id !== science._id)
    }
    expect(
      await app.db
        .selectFrom('documents')
        .select('id')
        .where('categoryId', 'not in', app.db.selectFrom('categories').select('id'))
        .execute(),
    ).toEqual([])
  })

  test('into a category with a pending deletion waits for its end and is rejected', async () => {
    const { app, admin, waves } = await givenLibrary()
    const { _id } = await givenCategory(admin, 'Science')
    const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>()
    app.othersWrite(['categories'])
    const deletion = transact(app.db, async (tx) => {
      await tx.deleteFrom('categories').where('id', '=', _id).execute()
      begin()
      await new Promise((resolve) => setTimeout(resolve, 100))
    })
    await hasBegun
    const answers = await Promise.all([
      admin.put(`/document/${waves._id}`, { category: _id }),
      admin.post('/document/move', { ids: [waves._id], category: _id }),
      deletion,
    ])
    for (const answer of answers) if (answer) expect([answer.status, answer.body.code]).toEqual([400, 'documents.category_missing'])
    expect((await admin.get(`/document/${waves._id}`)).body).toEqual(waves)
  })

  test('the same ones to two places concurrently moves all to one of them, with a matching history', async () => {
    const { app, admin, physics, history } = await givenLibrary()
    const ids: string[] = []
    for (let number = 0; number < 8; number++) ids.push((await givenDocument(admin, `Chapter ${number}`, physics._id))._id)
    const answers = await Promise.all([
      admin.post('/document/move', { ids, category: history._id }),
      admin.post('/document/move', { ids: ids.toReversed(), category: null }),
    ])
    expect(answers.map(({ body }) => body)).toEqual([{ moved: 8 }, { moved: 8 }])
    const ends = new Set(await Promise.all(ids.map(async (id) => (await admin.get(`/document/${id}`)).body.category?.name ?? null)))
    expect(ends.size).toBe(1)
    for (const id of ids) expect((await auditOf(app, id)).map(([action]) => action)).toEqual(['documents.update', 'documents.update'])
  })
})

describe('deleting many', () => {
  test('removes them from lists, counts and favourites, and returns their number', async () => {
    const { app, admin, student, physics, waves } = await givenLibrary()
    const lenses = await givenDocument(admin, 'Lenses', physics._id)
    const kept = await givenDocument(admin, 'Kept', physics._id)
    for (const { _id } of [waves, kept]) await student.post(`/document/${_id}/favorite`)
    for (const path of ['/category/tree', '/document']) await student.get(path)
    const answer = await admin.post('/document/remove', { ids: [waves._id, lenses._id, 'nothing', waves._id] })
    expect([answer.status, answer.body]).toEqual([200, { removed: 2 }])
    expect((await student.get('/document')).body.items).toEqual([kept])
    expect((await student.get('/document/favorites')).body.items).toEqual([kept])
    expect((await student.get('/category/tree')).body.total).toBe(1)
    expect(await auditOf(app, lenses._id)).toEqual([['documents.remove', admin._id, { title: 'Lenses', fileName: 'Lenses.pdf' }, null]])
    expect((await admin.post('/document/remove', { ids: [waves._id] })).body).toEqual({ removed: 0 })
  })

  test('the same ones by ten requests concurrently deletes each once', async () => {
    const { app, admin, physics, waves } = await givenLibrary()
    const lenses = await givenDocument(admin, 'Lenses', physics._id)
    const ids = [waves._id, lenses._id]
    const answers = await Promise.all(Array.from({ length: 10 }, () => admin.post('/document/remove', { ids })))
    expect(answers.reduce((sum, { body }) => sum + body.removed, 0)).toBe(2)
    for (const id of ids) expect(await auditOf(app, id)).toHaveLength(1)
  })
})
