import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { pdf } from '#server/testing/pdf.ts'
import { extractionLimits } from '../extraction.contract.ts'
import { extractAll } from './extraction.service.ts'
import { givenBooks } from './testing/books.ts'

const givenHall = async () => {
  const hall = await givenBooks(await given())
  const { student } = hall
  const search = (q: string, more = '') => student.get(`/document/search?q=${encodeURIComponent(q)}${more}`)
  const titles = async (q: string): Promise<string[]> =>
    (await search(q)).body.items.map((hit: { document: { title: string } }) => hit.document.title)
  return { ...hall, search, titles }
}

describe('a search in texts', () => {
  test('finds text of an uploaded PDF, with its page and the words around it', async () => {
    const { app, upload, search } = await givenHall()
    const id = await upload('Optics', pdf({ pages: 3, lines: (page) => (page === 2 ? ['The refraction of light'] : ['Nothing of it']) }))
    expect((await search('refraction')).body.items).toEqual([])
    await extractAll(app.platform)
    const { body } = await search('refraction')
    expect(body).toEqual({
      items: [
        {
          document: expect.objectContaining({ _id: id, title: 'Optics', pages: 3 }),
          page: 2,
          snippet: expect.stringContaining('The refraction of light'),
        },
      ],
      nextCursor: null,
    })
  })

  test.each([
    ['विद्यालय', ['Hindi']],
    ['पुस्तक', ['Hindi']],
    ['विद्या', ['Hindi']],
    ['पुस्', ['Hindi']],
    ['यालय', []],
    ['LIGHT', ['Optics', 'Mixed']],
    ['lig', ['Optics', 'Mixed']],
    ['light books', ['Mixed']],
    ['"travels in waves"', ['Optics']],
    ['"in travels waves"', []],
    ['ابجد', ['Mixed']],
    ['%', []],
    ['_', []],
    ['\'"*()', []],
    ['100%', ['Mixed']],
    ['', []],
    ['   ', []],
  ])('for %s', async (q, found) => {
    const { book, titles } = await givenHall()
    await book('Hindi', ['यह विद्यालय की पुस्तकें हैं', 'एक पुस्तक'])
    await book('Optics', ['Light travels in waves.', 'light light light'])
    await book('Mixed', ['books about light, 100% true, أبجد ابجد'])
    expect((await titles(q)).toSorted()).toEqual(found.toSorted())
  })

  test('returns the best page of each document, and the best document first', async () => {
    const { book, search } = await givenHall()
    const little = await book('Little', ['light is mentioned here once among many other words that say nothing of it at all'])
    const much = await book('Much', ['light here', 'light and light and light', 'no more'])
    const { body } = await search('light')
    expect(body.items.map((hit: { document: { _id: string }; page: number }) => [hit.document._id, hit.page])).toEqual([
      [much, 2],
      [little, 1],
    ])
  })

  test('never returns a deleted document, and returns it again after a restore', async () => {
    const { app, admin, book, titles } = await givenHall()
    const id = await book('Optics', ['light'])
    await admin.del(`/document/${id}`)
    expect(await titles('light')).toEqual([])
    await (await app.as('superadmin')).post(`/document/${id}/restore`)
    expect(await titles('light')).toEqual(['Optics'])
  })

  test('fills its pages with documents that are not deleted', async () => {
    const { admin, book, search } = await givenHall()
    for (const title of ['One', 'Two', 'Three']) await book(title, ['light'])
    const [first, second] = (await search('light')).body.items
    await admin.del(`/document/${first.document._id}`)
    expect((await search('light', '&limit=1')).body).toMatchObject({ items: [{ document: { _id: second.document._id } }], nextCursor: '1' })
  })

  test('returns both documents of the same file', async () => {
    const { app, upload, titles } = await givenHall()
    const file = pdf({ lines: () => ['refraction'] })
    await upload('One', file)
    await upload('Two', file)
    await extractAll(app.platform)
    expect(await titles('refraction')).toEqual(['Two', 'One'])
  })

  test('is paginated, with each document once', async () => {
    const { book, search } = await givenHall()
    for (let number = 0; number < 7; number++) await book(`Book ${number}`, ['light', `light ${number}`])
    const all: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await search('light', `&limit=3&cursor=${cursor}`)
      expect(body.items.length).toBeLessThanOrEqual(3)
      all.push(...body.items.map((hit: { document: { title: string } }) => hit.document.title))
      cursor = body.nextCursor
    }
    expect(all.toSorted()).toEqual(Array.from({ length: 7 }, (_, number) => `Book ${number}`))
  })

  test('returns twenty by default', { timeout: 30_000 }, async () => {
    const { book, search } = await givenHall()
    for (let number = 0; number <= extractionLimits.textHits; number++) await book(`Book ${number}`, ['light'])
    const { body } = await search('light')
    expect(body.items).toHaveLength(20)
    expect((await search('light', `&cursor=${body.nextCursor}`)).body).toMatchObject({ items: { length: 1 }, nextCursor: null })
  })

  test.each(['x', '-1', '99999', "1' or 1=1"])('rejects %s as a cursor', async (cursor) => {
    const { search } = await givenHall()
    expect((await search('light', `&cursor=${encodeURIComponent(cursor)}`)).status).toBe(400)
  })

  test('without any word returns nothing', async () => {
    const { student } = await givenHall()
    expect((await student.get('/document/search')).body).toEqual({ items: [], nextCursor: null })
  })

  test('answers every query with results or an error message', { timeout: 60_000 }, async () => {
    const { book, search } = await givenHall()
    await book('Optics', ['light AND OR NOT NEAR waves'])
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 50 }),
      fc.string({
        unit: fc.constantFrom('"', "'", '*', '(', ')', '%', '_', '\\', ':', '-', '^', ' ', 'AND', 'NEAR', 'light', 'क', '\0'),
        maxLength: 20,
      }),
    )
    await fc.assert(
      fc.asyncProperty(typed, async (q) => {
        expect([200, 400]).toContain((await search(q)).status)
      }),
      { numRuns: 100 },
    )
  })
})
