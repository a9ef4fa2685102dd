import { describe, expect, test } from 'vitest'
import type { Category, CategoryNode } from '#library/categories/categories.contract.ts'
import { newId } from '#server/db/ids.ts'
import { raiseRevisions } from '#server/db/revisions.ts'
import { given } from '#server/testing/given.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'
import { categoryLimits } from '../categories.contract.ts'

const givenHall = async () => {
  const app = await given()
  return { app, admin: await app.as('admin'), student: await app.as('student') }
}

/** Formats the tree on one line: `Name own/total [below]`. */
const drawn = (nodes: CategoryNode[]): string =>
  nodes
    .map(({ name, documentCount, totalCount, subcategories }) => `${name} ${documentCount}/${totalCount} [${drawn(subcategories)}]`)
    .join(', ')

describe('the tree', () => {
  test('lists categories by name, ignoring case, with direct and total numbers of documents', async () => {
    const { admin, student } = await givenHall()
    const science = await givenCategory(admin, 'science')
    const arts = await givenCategory(admin, 'Arts')
    const physics = await givenCategory(admin, 'Physics', science._id)
    const biology = await givenCategory(admin, 'biology', science._id)
    const optics = await givenCategory(admin, 'Optics', physics._id)
    for (const [title, { _id }] of [
      ['a', science],
      ['b', physics],
      ['c', optics],
      ['d', optics],
      ['e', arts],
    ] as const)
      await givenDocument(admin, title, _id)
    const { body } = await student.get('/category/tree')
    expect(drawn(body.items)).toBe('Arts 1/1 [], science 1/4 [biology 0/0 [], Physics 1/3 [Optics 2/2 []]]')
    expect(body).toMatchObject({ uncategorizedCount: 0, total: 5 })
    expect(body.items[1].subcategories[1].subcategories[0]).toEqual({
      _id: optics._id,
      name: 'Optics',
      parentCategory: physics._id,
      level: 2,
      path: 'science > Physics > Optics',
      imagePublicUrl: null,
      createdAt: optics.createdAt,
      documentCount: 2,
      totalCount: 2,
      subcategories: [],
    })
    const list = (await student.get('/category')).body
    expect(list.items.map(({ path }: Category) => path)).toEqual([
      'Arts',
      'science',
      'science > biology',
      'science > Physics',
      'science > Physics > Optics',
    ])
    expect(list.items[2]).toEqual(biology)
    expect(list.nextCursor).toBeNull()
  })

  test('does not count deleted documents', async () => {
    const { admin } = await givenHall()
    const physics = await givenCategory(admin, 'Physics')
    const document = await givenDocument(admin, 'a', physics._id)
    await admin.del(`/document/${document._id}`)
    const { body } = await admin.get('/category/tree')
    expect([drawn(body.items), body.total]).toEqual(['Physics 0/0 []', 0])
  })

  test('reflects changes written by another program', async () => {
    const { app, admin } = await givenHall()
    const physics = await givenCategory(admin, 'Physics')
    const { _id } = await givenDocument(admin, 'a', physics._id)
    expect(drawn((await admin.get('/category/tree')).body.items)).toBe('Physics 1/1 []')
    await app.db.updateTable('documents').set({ categoryId: null }).where('id', '=', _id).execute()
    await raiseRevisions(app.db, ['documents'])
    const { body } = await admin.get('/category/tree')
    expect([drawn(body.items), body.uncategorizedCount]).toEqual(['Physics 0/0 []', 1])
  })

  test('of an empty library is empty', async () => {
    const { student } = await givenHall()
    expect((await student.get('/category/tree')).body).toEqual({ items: [], uncategorizedCount: 0, total: 0 })
    expect((await student.get('/category')).body).toEqual({ items: [], nextCursor: null })
  })
})

describe('creating a category', () => {
  test('returns it with its place, from a form or from JSON', async () => {
    const { admin } = await givenHall()
    const physics = await admin.post('/category', { name: '  भौतिकी  ' })
    expect(physics.status).toBe(201)
    expect(physics.body).toMatchObject({ name: 'भौतिकी', parentCategory: null, level: 0, path: 'भौतिकी' })
    const form = new FormData()
    form.append('name', 'Optics')
    form.append('parentCategory', physics.body._id)
    expect((await admin.post('/category', form)).body).toMatchObject({
      parentCategory: physics.body._id,
      level: 1,
      path: 'भौतिकी > Optics',
    })
  })

  test('accepts an empty or absent parent as none', async () => {
    const { admin } = await givenHall()
    const form = new FormData()
    form.append('name', 'Arts')
    form.append('parentCategory', '')
    expect((await admin.post('/category', form)).body.parentCategory).toBeNull()
    expect((await admin.post('/category', { name: 'Science', parentCategory: null })).body.parentCategory).toBeNull()
    expect((await admin.post('/category', { name: 'Law', parentCategory: '' })).body.parentCategory).toBeNull()
  })

  test.each([{}, { name: '' }, { name: '   ' }])('without a name (%j) is rejected with the specified message', async (body) => {
    const { admin } = await givenHall()
    const answer = await admin.post('/category', body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ message: 'Category name is required', fields: { name: 'Category name is required' } })
  })

  test.each([categoryLimits.name, categoryLimits.name + 1])('with a name of %i characters is accepted up to 120', async (length) => {
    const { admin } = await givenHall()
    expect((await admin.post('/category', { name: 'x'.repeat(length) })).status).toBe(length <= categoryLimits.name ? 201 : 400)
  })

  test('is limited to three levels', async () => {
    const { admin } = await givenHall()
    const one = await givenCategory(admin, 'one')
    const two = await givenCategory(admin, 'two', one._id)
    const three = await givenCategory(admin, 'three', two._id)
    expect([one.level, two.level, three.level]).toEqual([0, 1, 2])
    const answer = await admin.post('/category', { name: 'four', parentCategory: three._id })
    expect([answer.status, answer.body.code]).toEqual([400, 'categories.too_deep'])
  })

  test('below a missing category is rejected', async () => {
    const { admin } = await givenHall()
    const answer = await admin.post('/category', { name: 'Optics', parentCategory: 'nowhere' })
    expect([answer.status, answer.body.code, answer.body.fields]).toEqual([
      400,
      'categories.parent_missing',
      { parentCategory: expect.any(String) },
    ])
  })

  test('with a sibling’s name is rejected, ignoring case; elsewhere the name can be used', async () => {
    const { admin } = await givenHall()
    const science = await givenCategory(admin, 'Science')
    await givenCategory(admin, 'Physics', science._id)
    for (const [name, parent] of [
      ['SCIENCE', undefined],
      ['ＰＨＹＳＩＣＳ', science._id],
    ] as const) {
      const answer = await admin.post('/category', { name, parentCategory: parent })
      expect([answer.status, answer.body.code]).toEqual([409, 'categories.name_taken'])
    }
    await givenCategory(admin, 'Physics')
  })

  test('with the same name by ten admins concurrently creates one', async () => {
    const { admin } = await givenHall()
    const answers = await Promise.all(Array.from({ length: 10 }, () => admin.post('/category', { name: 'Physics' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    expect((await admin.get('/category')).body.items).toHaveLength(1)
  })

  test('is rejected if a list could no longer contain all categories', async () => {
    const { app, admin } = await givenHall()
    const createdAt = new Date().toISOString()
    const names = Array.from({ length: categoryLimits.most - 1 }, (_, index) => `c${String(index).padStart(4, '0')}`)
    const rows = names.map((name) => ({ id: newId(), name, nameFolded: name, parentId: null, level: 0, createdAt }))
    await app.db.insertInto('categories').values(rows).execute()
    expect((await admin.post('/category', { name: 'the last' })).status).toBe(201)
    expect((await admin.post('/category', { name: 'one more' })).body.code).toBe('categories.too_many')
    expect((await admin.get('/category')).body.items).toHaveLength(categoryLimits.most)
  })

  test.each(['student', 'manager'] as const)('is not allowed for a %s', async (role) => {
    const { app } = await givenHall()
    expect((await (await app.as(role)).post('/category', { name: 'Physics' })).status).toBe(403)
  })
})

describe('deleting a category', () => {
  test('deletes its subcategories and leaves their documents uncategorized', async () => {
    const { app, admin } = await givenHall()
    const science = await givenCategory(admin, 'Science')
    const physics = await givenCategory(admin, 'Physics', science._id)
    const optics = await givenCategory(admin, 'Optics', physics._id)
    const arts = await givenCategory(admin, 'Arts')
    for (const [title, { _id }] of [
      ['a', science],
      ['b', physics],
      ['c', optics],
      ['d', arts],
    ] as const)
      await givenDocument(admin, title, _id)
    const gone = await givenDocument(admin, 'gone', optics._id)
    await admin.del(`/document/${gone._id}`)
    expect((await admin.del(`/category/${science._id}`)).status).toBe(204)
    const { body } = await admin.get('/category/tree')
    expect([drawn(body.items), body.uncategorizedCount, body.total]).toEqual(['Arts 1/1 []', 3, 4])
    const entry = await app.db.selectFrom('audit').selectAll().where('action', '=', 'categories.remove').executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ actorId: admin.me._id, targetId: science._id })
    expect(JSON.parse(entry.before ?? '')).toEqual({ path: 'Science', subcategories: 2, documents: 3 })
  })

  test('at a lower level keeps its ancestors and siblings', async () => {
    const { admin } = await givenHall()
    const science = await givenCategory(admin, 'Science')
    const physics = await givenCategory(admin, 'Physics', science._id)
    await givenCategory(admin, 'Optics', physics._id)
    await givenCategory(admin, 'Biology', science._id)
    await admin.del(`/category/${physics._id}`)
    expect(drawn((await admin.get('/category/tree')).body.items)).toBe('Science 0/0 [Biology 0/0 []]')
  })

  test('makes its name available', async () => {
    const { admin } = await givenHall()
    const physics = await givenCategory(admin, 'Physics')
    await admin.del(`/category/${physics._id}`)
    expect((await givenCategory(admin, 'Physics'))._id).not.toBe(physics._id)
  })

  test('returns not found for a deleted or unknown one', async () => {
    const { admin } = await givenHall()
    const physics = await givenCategory(admin, 'Physics')
    await admin.del(`/category/${physics._id}`)
    expect((await admin.del(`/category/${physics._id}`)).status).toBe(404)
    expect((await admin.del('/category/nowhere')).status).toBe(404)
  })

  test('during concurrent creations and uploads loses nothing and leaves no dangling references', async () => {
    const { app, admin } = await givenHall()
    for (let round = 0; round < 5; round++) {
      const science = await givenCategory(admin, `Science ${round}`)
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, (_, index) => admin.post('/category', { name: `below ${index}`, parentCategory: science._id })),
        givenDocument(admin, `book ${round}`, science._id).then(
          () => ({ status: 201 }),
          () => ({ status: 400 }),
        ),
        admin.del(`/category/${science._id}`),
        ...Array.from({ length: 4 }, (_, index) => admin.post('/category', { name: `late ${index}`, parentCategory: science._id })),
      ])
      expect(answers.map(({ status }) => status)).toSatisfy((all: number[]) => all.every((status) => [201, 204, 400].includes(status)))
      expect((await admin.get('/category')).body.items.filter(({ path }: Category) => path.startsWith(`Science ${round}`))).toEqual([])
    }
    expect((await admin.get('/category')).body.items).toEqual([])
    const { body } = await admin.get('/category/tree')
    const documents = await app.db.selectFrom('documents').select('id').execute()
    expect([body.uncategorizedCount, body.total]).toEqual([documents.length, documents.length])
  })

  test.each(['student', 'manager'] as const)('is not allowed for a %s', async (role) => {
    const { app, admin } = await givenHall()
    const physics = await givenCategory(admin, 'Physics')
    expect((await (await app.as(role)).del(`/category/${physics._id}`)).status).toBe(403)
    expect((await admin.get('/category')).body.items).toHaveLength(1)
  })
})
