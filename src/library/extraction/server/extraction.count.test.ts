import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { given } from '#server/testing/given.ts'
import { givenCategory } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'
import { givenBooks } from './testing/books.ts'

const givenHall = async () => {
  const hall = await givenBooks(await given())
  const count = (q: string) => hall.student.get(`/document/search/count?q=${encodeURIComponent(q)}`)
  const total = async (q: string): Promise<number> => (await count(q)).body.total
  return { ...hall, count, total }
}

describe('the number of matches of a search', () => {
  test('includes each document once, even if several of title, category and text match', async () => {
    const { admin, category, book, count } = await givenHall()
    const { _id: light } = await givenCategory(admin, 'Light')
    await book('Light and shade', ['light'])
    await book('Shade', ['light', 'light again'])
    await book('Optics', ['nothing'], light)
    await book('Lenses', ['light'], light)
    await book('Heat', ['nothing'])
    const { body } = await count('LIGHT')
    expect(body.total).toBe(4)
    expect(body.byCategory.toSorted((a: { count: number }, b: { count: number }) => a.count - b.count)).toEqual([
      { category, count: 1 },
      { category: light, count: 2 },
    ])
  })

  test('includes documents without a category', async () => {
    const { admin, book, count } = await givenHall()
    const ids = [await book('Light', ['x']), await book('Shade', ['light'])]
    await admin.post('/document/move', { ids, category: null })
    expect((await count('light')).body).toEqual({ total: 2, isExact: true, byCategory: [{ category: null, count: 1 }] })
  })

  test.each([
    ['विद्या', 1],
    ['100%', 2],
    ['l_ght', 0],
    ['"light waves"', 1],
    ['light waves', 2],
    ['zebra', 0],
    ['"\'*()', 0],
  ])('for %s', async (q, expected) => {
    const { book, total } = await givenHall()
    await book('100% light', ['विद्यालय'])
    await book('Waves', ['light waves'])
    await book('Other', ['waves and light, 100 books'])
    expect(await total(q)).toBe(expected)
  })

  test('includes both documents of the same file, and no deleted ones', async () => {
    const { admin, book, total, upload } = await givenHall()
    const id = await book('Shade', ['light'])
    await upload('Another', pdf({ title: 'Shade' }))
    expect(await total('light')).toBe(2)
    await admin.del(`/document/${id}`)
    expect(await total('light')).toBe(1)
  })

  test('equals the number of documents that the two searches return together, for any query', { timeout: 60_000 }, async () => {
    const { student, admin, book, count } = await givenHall()
    const { _id: waves } = await givenCategory(admin, 'Waves of light')
    for (const [at, text] of ['light', 'waves', 'light waves', 'kit', ''].entries()) {
      await book(`Light ${at} kite`, [text || 'x'])
      await book(`Other ${at}`, [text || 'x'], at % 2 ? waves : undefined)
    }
    const typed = fc.string({ unit: fc.constantFrom('light', 'waves', ' ', '"', '%', 'k', 'it', 'of', '1'), minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(typed, async (q) => {
        const asked = encodeURIComponent(q)
        const { status, body } = await count(q)
        if (status === 400) return
        const titles = (await student.get(`/document?limit=1000&search=${asked}`)).body.items
        const inside = (await student.get(`/document/search?q=${asked}`)).body.items
        const shown = new Set([
          ...titles.map(({ _id }: { _id: string }) => _id),
          ...inside.map((hit: { document: { _id: string } }) => hit.document._id),
        ])
        expect([q, body.total]).toEqual([q, shown.size])
        expect(body.byCategory.reduce((sum: number, one: { count: number }) => sum + one.count, 0)).toBe(titles.length)
      }),
      { numRuns: 40 },
    )
  })

  test.each(['', '  ', '\0', 'x'.repeat(limits.search + 1)])('rejects %j', async (q) => {
    const { count } = await givenHall()
    expect((await count(q)).status).toBe(400)
  })
})
