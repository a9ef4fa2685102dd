import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { fold, likeContains } from './fold.ts'

test.each([
  ['Ashok KUMAR', 'ashok kumar'],
  ['ÉCOLE', 'école'],
  ['E\u0301cole', 'école'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['ｆｕｌｌ ｗｉｄｔｈ', 'full width'],
  ['ﬁnance', 'finance'],
  ['हिन्दी', 'हिन्दी'],
  ['İ', 'i̇'],
])('%s is compared as %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('folding twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(fold(fold(text))).toBe(fold(text))
    }),
  )
})

const printable = fc.string({ unit: fc.constantFrom('%', '_', '\\', "'", '"', 'a', 'B', 'é', 'ह', '👩', ' '), maxLength: 6 })

test('a search finds a text exactly when it contains what is searched, whatever characters that has', async () => {
  const { db } = await testDatabase()
  const like = async (text: string, part: string): Promise<boolean> => {
    const { rows } = await sql<{ hit: number }>`select 1 as hit where ${fold(text)} like ${likeContains(fold(part))} escape '\\'`.execute(
      db,
    )
    return rows.length === 1
  }
  await fc.assert(
    fc.asyncProperty(printable, printable, async (text, part) => {
      expect(await like(text, part)).toBe(fold(text).includes(fold(part)))
      expect(await like(`${text}${part}${text}`, part)).toBe(true)
    }),
    { numRuns: 300 },
  )
})
