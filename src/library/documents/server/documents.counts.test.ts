import fc from 'fast-check'
import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'

const steps = fc.array(
  fc.record({
    what: fc.constantFrom('add', 'remove', 'restore', 'move', 'removeCategory', 'rename'),
    which: fc.nat(7),
    where: fc.nat(3),
  }),
  { minLength: 5, maxLength: 25 },
)

test('the stored counts equal the actual ones after any changes', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const app = await given()
      const me = await app.as('superadmin')
      const shelves = [await givenCategory(me, 'One'), await givenCategory(me, 'Two'), await givenCategory(me, 'Three')].map(
        ({ _id }) => _id,
      )
      const books: string[] = []
      for (const { what, which, where } of all) {
        const book = books[which % Math.max(1, books.length)] ?? 'nothing'
        const shelf = shelves[where] ?? null
        if (what === 'add' && shelf) {
          // Its category may have been deleted.
          const added = await givenDocument(me, `Book ${books.length}`, shelf).catch(() => undefined)
          if (added) books.push(added._id)
        }
        if (what === 'remove') await me.del(`/document/${book}`)
        if (what === 'restore') await me.post(`/document/${book}/restore`)
        if (what === 'move') await me.put(`/document/${book}`, { category: shelf })
        if (what === 'rename') await me.put(`/document/${book}`, { title: `Another ${which}` })
        if (what === 'removeCategory' && shelf && where === 2) await me.del(`/category/${shelf}`)
      }
      const living = await app.db.selectFrom('documents').select('categoryId').where('deletedAt', 'is', null).execute()
      const counted = Map.groupBy(living, ({ categoryId }) => categoryId ?? '')
      const { body } = await me.get('/category/tree')
      const shown = [
        ['', body.uncategorizedCount],
        ...body.items.map((one: { _id: string; documentCount: number }) => [one._id, one.documentCount]),
      ]
      expect(shown).toEqual(shown.map(([id]) => [id, counted.get(id)?.length ?? 0]))
      expect(body.total).toBe(living.length)
    }),
    { numRuns: 8 },
  )
})
