import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { isSqlite } from './dialect.ts'
import type { Db } from './tables.ts'
import { MANY_PAGES, NEWEST_CONTENTS } from './textIndex.ts'
import { textIndexOf } from './textIndexOf.ts'
import { transact } from './transact.ts'
import { textQuery, wordsOf } from './words.ts'

/** Contents by their names, each with its pages. */
type Library = Record<string, string[]>

const givenTexts = async (library: Library) => {
  const { db } = await testDatabase()
  const index = textIndexOf(db)
  for (const [sha256, texts] of Object.entries(library)) {
    await transact(db, async (tx) => {
      await tx.insertInto('files').values({ sha256, size: 1, mediaType: 'application/pdf', createdAt: 'then' }).execute()
      const pages = texts.map((text, at) => ({ sha256, page: at + 1, text }))
      await tx.insertInto('pageTexts').values(pages).execute()
      await index.add(
        tx,
        sha256,
        pages.map(({ page, text }) => ({ page, words: wordsOf(text) })),
      )
    })
  }
  const find = async (typed: string, most = 100): Promise<string[]> => {
    const query = textQuery(typed)
    const found: string[] = []
    if (query) for await (const part of index.find(db, query, most)) found.push(...part.map(({ sha256, page }) => `${sha256} ${page}`))
    return found
  }
  const among = async (typed: string, most = 100) => {
    const { contents, isAll } = await index.among(db, textQuery(typed) ?? { parts: [], prefix: undefined }, most)
    return { contents: contents.toSorted(), isAll }
  }
  return { db, find, among }
}

const library: Library = {
  optics: ['Light travels in waves.', 'A lens bends light. Light, light and more light.', 'विद्यालय की पुस्तक'],
  heat: ['Heat is not light', 'Waves of heat travel', 'HEAT WAVES kill'],
  marks: ['100% of _all_ \'quoted\' "text" * (in) brackets: ∅'],
}

describe('the index of texts', () => {
  test.each([
    ['a word in any case', 'LIGHT', ['optics 2', 'heat 1']],
    ['the beginning of the last word', 'trav', ['heat 2', 'optics 1']],
    ['all words on one page', 'light waves', ['optics 1']],
    ['no words that stand on different pages', 'lens waves', []],
    ['a phrase, and not its words elsewhere', '"heat waves"', ['heat 3']],
    ['a Hindi word', 'पुस्तक', ['optics 3']],
    ['the beginning of a Hindi word', 'विद्या', ['optics 3']],
    ['no part in the middle of a word', 'द्यालय', []],
    ['no Hindi letter without its signs', '"प"', []],
    ['words between marks', "100% _all_ 'quoted'", ['marks 1']],
    ['nothing for marks alone', '%_\'"*()', []],
    ['what looks like a command as words', 'light OR waves', []],
  ])('finds %s', async (_, typed, found) => {
    const { find } = await givenTexts(library)
    expect((await find(typed)).toSorted()).toEqual(found.toSorted())
  })

  test('ranks the page first that has most of the words', async () => {
    const { find } = await givenTexts(library)
    expect(await find('light')).toEqual(['optics 2', 'heat 1'])
  })

  test('returns as many as requested', async () => {
    const { find } = await givenTexts(library)
    expect(await find('light', 1)).toEqual(['optics 2'])
  })

  test('removes a content with its pages', async () => {
    const { db, find } = await givenTexts(library)
    await db.deleteFrom('pageTexts').where('sha256', '=', 'optics').where('page', '=', 2).execute()
    expect(await find('light')).toEqual(expect.arrayContaining(['optics 1', 'heat 1']))
    await db.deleteFrom('pageTexts').where('sha256', '=', 'optics').execute()
    await db.deleteFrom('files').where('sha256', '=', 'optics').execute()
    expect(await find('light')).toEqual(['heat 1'])
  })

  test('adds a content again after its removal', async () => {
    const { db, find } = await givenTexts(library)
    await db.deleteFrom('pageTexts').where('sha256', '=', 'heat').execute()
    await transact(db, async (tx: Db) => {
      await tx.insertInto('pageTexts').values({ sha256: 'heat', page: 1, text: 'Cold' }).execute()
      await textIndexOf(tx).add(tx, 'heat', [{ page: 1, words: ['cold'] }])
    })
    expect([await find('cold'), await find('heat')]).toEqual([['heat 1'], []])
  })

  test('counts the pages of a word that is nearly everywhere', { timeout: 60_000 }, async () => {
    const pages = (count: number, text: string) => Array.from({ length: count }, () => text)
    const { find } = await givenTexts({ thick: ['cover', ...pages(MANY_PAGES, 'the end')], thin: pages(2, 'the end'), none: ['cover'] })
    expect(await find('the end')).toEqual(['thick 2', 'thin 1'])
    expect(await find('"the end"', 1)).toEqual(['thick 2'])
  })

  test('returns the contents that have a page, and whether these are all', async () => {
    const { among } = await givenTexts(library)
    expect(await among('light')).toEqual({ contents: ['heat', 'optics'], isAll: true })
    expect(await among('light', 2)).toEqual({ contents: ['heat', 'optics'], isAll: true })
    expect(await among('trav', 1)).toEqual({ contents: [expect.any(String)], isAll: false })
    expect(await among('zebra', 1)).toEqual({ contents: [], isAll: true })
  })

  test('finds longer words that begin with the last one, unless enough contents have it as a whole word', { timeout: 60_000 }, async () => {
    const many = Array.from({ length: MANY_PAGES + 1 }, () => 'people')
    const { find, among } = await givenTexts({ one: many, two: ['peoples'] })
    expect(await find('people')).toEqual(['one 1', 'two 1'])
    expect(await find('people', 1)).toEqual(['one 1'])
    expect(await among('people')).toEqual({ contents: ['one', 'two'], isAll: true })
  })

  test('finds a phrase in older contents too, after those of the newest', async () => {
    const { db, find, among } = await givenTexts({ old: ['heat waves', 'heat waves'], new: ['waves of heat', 'heat waves'] })
    if (!isSqlite(db)) return
    await sql`update search_texts set number = number + ${NEWEST_CONTENTS + 5} where sha256 = 'new'`.execute(db)
    const moved = sql`insert into search_pages (rowid, words) values (${(NEWEST_CONTENTS + 7) * 8_192 + 2}, 'heat waves')`
    await moved.execute(db)
    expect(await find('"heat waves"')).toEqual(['new 2', 'old 1'])
    expect(await among('"heat waves"')).toEqual({ contents: ['new', 'old'], isAll: true })
  })

  test.each([
    { many: 25, isAll: false },
    { many: 5, isAll: true },
  ])(
    'finds a phrase in $many of the newest contents and in an old one, if nearly every page has its words (PostgreSQL)',
    async ({ many, isAll }) => {
      const newest = Array.from({ length: many }, (_, at) => `new-${String(at).padStart(2, '0')}`)
      const { db, find, among } = await givenTexts({ old: ['heat waves'], thick: ['waves of heat'] })
      if (isSqlite(db)) return
      await sql`insert into page_texts (sha256, page, text) select 'thick', n, '' from generate_series(2, 25000) n`.execute(db)
      // An empty file has no space of deleted rows, which would be used again, so that the newest pages are at its end.
      await sql`truncate search_pages`.execute(db)
      await sql`insert into search_pages (sha256, page, words) select 'old', 1, ${`'heat':1 'waves':2`}::tsvector
        union all select 'thick', n, ${`'waves':1 'heat':2`}::tsvector from generate_series(1, 25000) n`.execute(db)
      for (const sha256 of newest)
        await transact(db, async (tx) => {
          await tx.insertInto('files').values({ sha256, size: 1, mediaType: 'application/pdf', createdAt: 'then' }).execute()
          await tx.insertInto('pageTexts').values({ sha256, page: 1, text: '' }).execute()
          await textIndexOf(tx).add(tx, sha256, [{ page: 1, words: ['heat', 'waves'] }])
        })
      await sql`analyze search_pages`.execute(db)
      const all = [...newest, 'old']
      const found = await find('"heat waves"')
      expect(found.toSorted()).toEqual(all.map((sha256) => `${sha256} 1`))
      if (!isAll) expect(found.at(-1)).toBe('old 1')
      expect(await among('"heat waves"')).toEqual({ contents: isAll ? all : newest, isAll })
      expect(Number((await find('"waves heat"', 1))[0]?.split(' ')[1])).toBeGreaterThan(14_000)
    },
  )

  test('accepts a page of as many different words as fit on one', async () => {
    const words = Array.from({ length: 30_000 }, (_, at) => `w${at.toString(36)}`)
    const { find } = await givenTexts({ many: [words.join(' ')] })
    expect(await find('w0')).toEqual(['many 1'])
  })

  test('accepts every search text', { timeout: 60_000 }, async () => {
    const { find } = await givenTexts(library)
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: fc.constantFrom(...`"'*()%_\\:-+^{}&|!<> aऀका`), maxLength: 40 }),
    )
    await fc.assert(
      fc.asyncProperty(typed, async (text) => {
        expect(Array.isArray(await find(text))).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})
