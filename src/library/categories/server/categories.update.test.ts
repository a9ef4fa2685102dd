import { describe, expect, test } from 'vitest'
import type { Category } from '#library/categories/categories.contract.ts'
import { newId } from '#server/db/ids.ts'
import { type Given, given } from '#server/testing/given.ts'
import { isHard } from '#server/testing/hard.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'
import { categoryLimits } from '../categories.contract.ts'

const givenHall = async () => {
  const app = await given()
  const admin = await app.as('admin')
  /** Science > Physics > Optics, and Arts. */
  const givenTree = async () => {
    const science = await givenCategory(admin, 'Science')
    const physics = await givenCategory(admin, 'Physics', science._id)
    return { science, physics, optics: await givenCategory(admin, 'Optics', physics._id), arts: await givenCategory(admin, 'Arts') }
  }
  const paths = async (): Promise<string[]> => (await admin.get('/category')).body.items.map(({ path }: Category) => path)
  const move = (category: Category, below: Category | null) =>
    admin.put(`/category/${category._id}`, { parentCategory: below?._id ?? null })
  return { app, admin, givenTree, paths, move }
}

const formOf = (fields: Record<string, string>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

/** Lists faults of the tree: a level that is not one more than its parent's, or a category that is not below any root. */
const faults = async ({ db }: Given, shown: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('categories as own')
    .leftJoin('categories as parent', 'parent.id', 'own.parentId')
    .select(['own.name', 'own.level', 'parent.level as above'])
    .execute()
  const wrong = rows.filter(({ level, above }) => level !== (above ?? -1) + 1 || level >= categoryLimits.levels)
  return [...wrong.map(({ name, level }) => `${name} at level ${level}`), ...(shown.length === rows.length ? [] : ['some are lost'])]
}

describe('renaming a category', () => {
  test('changes the paths of its subtree and the category shown on documents', async () => {
    const { admin, givenTree, paths } = await givenHall()
    const { science, optics } = await givenTree()
    const book = await givenDocument(admin, 'Rays', optics._id)
    // Requested once, so that a cache would have it.
    expect(await paths()).toContain('Science > Physics > Optics')
    expect((await admin.get('/document')).body.items[0].category.name).toBe('Optics')
    const answer = await admin.put(`/category/${science._id}`, { name: '  विज्ञान  ' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ ...science, name: 'विज्ञान', path: 'विज्ञान' })
    expect(await paths()).toEqual(['Arts', 'विज्ञान', 'विज्ञान > Physics', 'विज्ञान > Physics > Optics'])
    await admin.put(`/category/${optics._id}`, { name: 'Light' })
    expect((await admin.get(`/document/${book._id}`)).body.category).toEqual({ _id: optics._id, name: 'Light' })
    expect((await admin.get('/document')).body.items[0].category.name).toBe('Light')
  })

  test('to its own name in another case is allowed, to a sibling’s is not', async () => {
    const { admin, givenTree, paths } = await givenHall()
    const { science } = await givenTree()
    expect((await admin.put(`/category/${science._id}`, { name: 'SCIENCE' })).body.path).toBe('SCIENCE')
    const answer = await admin.put(`/category/${science._id}`, { name: 'arts' })
    expect([answer.status, answer.body.code, answer.body.fields]).toEqual([409, 'categories.name_taken', { name: expect.any(String) }])
    expect(await paths()).toContain('SCIENCE > Physics > Optics')
  })

  test.each([{ name: '' }, { name: '   ' }, formOf({ name: '' })])('to nothing is rejected with the specified message', async (body) => {
    const { admin, givenTree } = await givenHall()
    const answer = await admin.put(`/category/${(await givenTree()).arts._id}`, body)
    expect([answer.status, answer.body.message]).toEqual([400, 'Category name is required'])
  })

  test('of two to one name concurrently succeeds for one of them', async () => {
    const { admin, givenTree, paths } = await givenHall()
    const { science, arts } = await givenTree()
    const answers = await Promise.all([science, arts].map(({ _id }) => admin.put(`/category/${_id}`, { name: 'Shelf' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await paths()).filter((path) => path === 'Shelf')).toHaveLength(1)
  })
})

describe('sending a category back', () => {
  test('as it was read changes nothing and ignores other fields', async () => {
    const { app, admin, givenTree } = await givenHall()
    const { physics } = await givenTree()
    const changed = { ...physics, _id: 'other', level: 0, path: 'x', createdAt: 'then', imagePublicUrl: 'http://x', subcategories: [] }
    expect((await admin.put(`/category/${physics._id}`, changed)).body).toEqual(physics)
    expect((await admin.put(`/category/${physics._id}`, {})).body).toEqual(physics)
    expect((await admin.get('/category')).body.items).toContainEqual(physics)
    expect(await app.db.selectFrom('audit').select('id').where('action', '=', 'categories.update').execute()).toEqual([])
  })

  test('is audited with the values before and after', async () => {
    const { app, admin, givenTree, move } = await givenHall()
    const { physics, arts } = await givenTree()
    await move(physics, arts)
    const entry = await app.db.selectFrom('audit').selectAll().where('action', '=', 'categories.update').executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ actorId: admin._id, targetId: physics._id })
    expect([JSON.parse(entry.before ?? ''), JSON.parse(entry.after ?? '')]).toEqual([
      { path: 'Science > Physics' },
      { path: 'Arts > Physics' },
    ])
  })

  test.each(['student', 'manager'] as const)('is not allowed for a %s', async (role) => {
    const { app, givenTree, paths } = await givenHall()
    const { arts } = await givenTree()
    expect((await (await app.as(role)).put(`/category/${arts._id}`, { name: 'Mine' })).status).toBe(403)
    expect(await paths()).toContain('Arts')
  })

  test('returns not found for a deleted or unknown one', async () => {
    const { admin, givenTree } = await givenHall()
    const { arts } = await givenTree()
    await admin.del(`/category/${arts._id}`)
    expect((await admin.put(`/category/${arts._id}`, { name: 'Arts' })).status).toBe(404)
    expect((await admin.put('/category/nowhere', { name: 'Arts' })).status).toBe(404)
  })
})

describe('moving a category', () => {
  test('also moves its subcategories and documents', async () => {
    const { app, admin, givenTree, paths, move } = await givenHall()
    const { physics, optics, arts } = await givenTree()
    await givenDocument(admin, 'Rays', optics._id)
    expect((await move(physics, arts)).body).toMatchObject({ parentCategory: arts._id, level: 1, path: 'Arts > Physics' })
    expect(await paths()).toEqual(['Arts', 'Arts > Physics', 'Arts > Physics > Optics', 'Science'])
    const { items } = (await admin.get('/category/tree')).body
    expect(items.map(({ name, totalCount }: Category & { totalCount: number }) => [name, totalCount])).toEqual([
      ['Arts', 1],
      ['Science', 0],
    ])
    expect(await faults(app, await paths())).toEqual([])
  })

  test.each([{ parentCategory: null }, { parentCategory: '' }, formOf({ parentCategory: '' })])('to none makes it a root', async (body) => {
    const { app, admin, givenTree, paths } = await givenHall()
    const { physics } = await givenTree()
    expect((await admin.put(`/category/${physics._id}`, body)).body).toMatchObject({ parentCategory: null, level: 0, path: 'Physics' })
    expect(await paths()).toEqual(['Arts', 'Physics', 'Physics > Optics', 'Science'])
    expect(await faults(app, await paths())).toEqual([])
  })

  test('considers the height of the moved subtree: no fourth level is created', async () => {
    const { admin, givenTree, paths, move } = await givenHall()
    const { science, physics, optics, arts } = await givenTree()
    const before = await paths()
    const answer = await move(science, arts)
    expect([answer.status, answer.body.code, answer.body.message, answer.body.fields]).toEqual([
      400,
      'categories.too_deep',
      'Categories can be at most 3 levels deep',
      { parentCategory: 'Categories can be at most 3 levels deep' },
    ])
    const paintings = await givenCategory(admin, 'Paintings', arts._id)
    expect((await move(physics, paintings)).body.code).toBe('categories.too_deep')
    expect((await move(arts, optics)).body.code).toBe('categories.too_deep')
    expect(await paths()).toEqual(['Arts', 'Arts > Paintings', ...before.slice(1)])
    expect((await move(optics, paintings)).body.path).toBe('Arts > Paintings > Optics')
  })

  test('below itself or its descendants is rejected', async () => {
    const { givenTree, paths, move } = await givenHall()
    const { science, physics, optics } = await givenTree()
    const before = await paths()
    for (const below of [science, physics, optics]) {
      const answer = await move(science, below)
      expect([answer.status, answer.body.code]).toEqual([400, 'categories.loop'])
    }
    expect(await paths()).toEqual(before)
  })

  test('below a missing one is rejected', async () => {
    const { admin, givenTree } = await givenHall()
    const answer = await admin.put(`/category/${(await givenTree()).arts._id}`, { parentCategory: 'nowhere' })
    expect([answer.status, answer.body.code]).toEqual([400, 'categories.parent_missing'])
  })

  test('to a place where a sibling has its name is rejected', async () => {
    const { admin, givenTree, move } = await givenHall()
    const { physics, arts } = await givenTree()
    await givenCategory(admin, 'PHYSICS', arts._id)
    expect([(await move(physics, arts)).status, (await move(physics, arts)).body.code]).toEqual([409, 'categories.name_taken'])
  })
})

describe('concurrently', () => {
  const rounds = Array.from({ length: isHard ? 8 : 3 }, (_, round) => round)

  test('moving two categories below each other moves only one of them', async () => {
    const { app, admin, paths, move } = await givenHall()
    for (const round of rounds) {
      const [one, other] = [await givenCategory(admin, `One ${round}`), await givenCategory(admin, `Other ${round}`)]
      const answers = await Promise.all([move(one, other), move(other, one)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    }
    expect(await faults(app, await paths())).toEqual([])
  })

  test('moving a category down and adding two levels below it creates no fourth level', async () => {
    const { app, admin, paths, move } = await givenHall()
    for (const round of rounds) {
      const top = await givenCategory(admin, `Top ${round}`)
      const shelf = await givenCategory(admin, `Shelf ${round}`)
      const board = await givenCategory(admin, `Board ${round}`, shelf._id)
      const other = await givenCategory(admin, `Other ${round}`)
      const answers = await Promise.all([
        move(shelf, top),
        admin.post('/category', { name: 'New', parentCategory: board._id }),
        move(other, board),
      ])
      expect(answers.map(({ status }) => status)).toSatisfy((all: number[]) => all.every((status) => [200, 201, 400].includes(status)))
    }
    expect(await faults(app, await paths())).toEqual([])
  })

  test('moving a category out of a deleted one either deletes or moves it', async () => {
    const { app, admin, paths, move } = await givenHall()
    for (const round of rounds) {
      const shelf = await givenCategory(admin, `Shelf ${round}`)
      const board = await givenCategory(admin, `Board ${round}`, shelf._id)
      const [moved, removed] = await Promise.all([move(board, null), admin.del(`/category/${shelf._id}`)])
      expect([removed.status, (await paths()).includes(board.name)]).toEqual([204, moved.status === 200])
    }
    expect(await faults(app, await paths())).toEqual([])
  })

  test('moving and deleting documents while their categories are deleted always returns a reply', async () => {
    const { app, admin, paths } = await givenHall()
    const book = await givenDocument(admin, 'Rays', (await givenCategory(admin, 'Seed'))._id)
    const row = await app.db.selectFrom('documents').selectAll().where('id', '=', book._id).executeTakeFirstOrThrow()
    for (const round of rounds.slice(0, 4)) {
      const [one, other] = [await givenCategory(admin, `One ${round}`), await givenCategory(admin, `Other ${round}`)]
      const ids = Array.from({ length: 100 }, () => newId())
      const copies = ids.map((id) => ({ ...row, id, categoryId: one._id }))
      await app.db.insertInto('documents').values(copies).execute()
      const answers = await Promise.all([
        admin.post('/document/move', { ids, category: other._id }),
        admin.post('/document/remove', { ids: ids.toReversed() }),
        admin.del(`/category/${one._id}`),
        admin.del(`/category/${other._id}`),
      ])
      expect(answers.map(({ status }) => status)).toSatisfy((all: number[]) => all.every((status) => [200, 204, 400].includes(status)))
    }
    expect(await paths()).toEqual(['Seed'])
    const { items, uncategorizedCount, total } = (await admin.get('/category/tree')).body
    expect(items[0].documentCount + uncategorizedCount).toBe(total)
  })
})
