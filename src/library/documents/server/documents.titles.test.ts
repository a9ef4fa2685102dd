import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from '#server/db/fold.ts'
import { newId } from '#server/db/ids.ts'
import type { DocumentsTable } from '#server/db/tables/library.ts'
import { given } from '#server/testing/given.ts'
import { isHard } from '#server/testing/hard.ts'
import { givenCategory } from '#server/testing/library.ts'

const givenTitles = async (titles: readonly string[]) => {
  const app = await given()
  const admin = await app.as('admin')
  const { _id: categoryId } = await givenCategory(admin, 'Shelf')
  const sha256 = 'a'.repeat(64)
  await app.db.insertInto('files').values({ sha256, size: 1, mediaType: 'application/pdf', createdAt: 'then' }).execute()
  const rows = titles.map(
    (title): DocumentsTable => ({
      ...{ id: newId(), title, titleFolded: fold(title), categoryId, fileSha256: sha256, fileName: 'a.pdf' },
      ...{ uploadedBy: admin._id, createdAt: '2026-11-21T00:00:00.000Z', deletedAt: null, deletedBy: null, clientId: null },
    }),
  )
  for (let at = 0; at < rows.length; at += 500)
    await app.db
      .insertInto('documents')
      .values(rows.slice(at, at + 500))
      .execute()
  const search = async (text: string, limit = 1_000) =>
    (await admin.get(`/document?limit=${limit}&search=${encodeURIComponent(text)}`)).body
  const found = async (text: string): Promise<string[]> => (await search(text)).items.map(({ title }: { title: string }) => title)
  return { app, admin, ids: rows.map(({ id }) => id), search, found }
}

describe('a search in titles', () => {
  test('finds every matching title with any characters, and no other', { timeout: 60_000 }, async () => {
    const piece = fc.constantFrom(
      'light',
      'Lig',
      'ht',
      ' ',
      '%',
      '_',
      '\\',
      '"',
      "'",
      '*',
      '(',
      'é',
      'e\u0301',
      'क',
      'कि',
      'ताब',
      'Σίσυφος',
      'ς',
      'ﬁ',
      'İ',
      '😀',
      'ß',
      'ſ',
      '-',
    )
    const text = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''))
    const titles = [...new Set(fc.sample(text, { numRuns: 300, seed: 7 }).map((title) => title.trim()))].filter(Boolean)
    const { found } = await givenTitles(titles)
    const part = fc
      .tuple(fc.constantFrom(...titles), fc.nat(8), fc.integer({ min: 1, max: 12 }))
      .map(([title, from, length]) => title.slice(from, from + length))
    await fc.assert(
      fc.asyncProperty(fc.oneof(part, text), async (typed) => {
        const wanted = typed.trim()
        fc.pre(wanted !== '' && wanted.isWellFormed() && !fold('Shelf').includes(fold(wanted)))
        const expected = titles.filter((title) => fold(title).includes(fold(wanted)))
        expect((await found(typed)).toSorted()).toEqual(expected.toSorted())
      }),
      { numRuns: isHard ? 200 : 60 },
    )
  })

  test('counts and paginates many matches like few', async () => {
    const { search } = await givenTitles(Array.from({ length: 1_200 }, (_, number) => `Every reader ${number}`))
    expect(await search('every reader', 1)).toMatchObject({ total: 1_200, items: [{ title: 'Every reader 1199' }] })
    expect(await search('reader 11')).toMatchObject({ total: 111, nextCursor: null })
    const first = (await search('reader 110')).items.map(({ title }: { title: string }) => title)
    expect(first).toEqual([...Array.from({ length: 10 }, (_, at) => `Every reader ${1_109 - at}`), 'Every reader 110'])
  })

  test('finds a document by its new title, and not after its deletion', async () => {
    const { app, admin, ids, found } = await givenTitles(['Waves', 'Heat'])
    const [id = ''] = ids
    const { category } = (await admin.get(`/document/${id}`)).body
    expect((await admin.put(`/document/${id}`, { title: 'Sound', category: category._id })).status).toBe(200)
    expect([await found('waves'), await found('sound')]).toEqual([[], ['Sound']])
    await admin.del(`/document/${id}`)
    expect(await found('sound')).toEqual([])
    await (await app.as('superadmin')).post(`/document/${id}/restore`)
    expect(await found('sound')).toEqual(['Sound'])
    await app.db.deleteFrom('documents').where('id', '=', id).execute()
    expect([await found('soun'), await found('heat')]).toEqual([[], ['Heat']])
  })

  test('also finds category names, alone and together with titles', async () => {
    const { found } = await givenTitles(['Waves', 'A shelf of books'])
    expect(await found('shelf')).toEqual(['A shelf of books', 'Waves'])
    expect(await found('helf o')).toEqual(['A shelf of books'])
  })
})
