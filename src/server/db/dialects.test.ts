import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { testDatabase } from '#server/testing/database.ts'
import { fold, likeContains } from './fold.ts'
import { raiseRevisions, revisionOf } from './revisions.ts'
import { secret } from './secrets.ts'
import type { CategoriesTable } from './tables/library.ts'
import type { UsersTable } from './tables/people.ts'
import type { Db } from './tables.ts'
import { transact } from './transact.ts'
import { isForeignKeyViolation, isUniqueViolation } from './violations.ts'

const asha: UsersTable = {
  id: 'u1',
  name: 'Asha',
  nameFolded: 'asha',
  email: 'asha@x.in',
  emailFolded: 'asha@x.in',
  role: 'student',
  passwordHash: 'hash',
  phone: null,
  phoneFolded: null,
  dob: null,
  dateJoined: null,
  terminationDate: null,
  slot: null,
  seatNumber: null,
  pictureSha256: null,
  createdAt: 'then',
  deletedAt: null,
  monthlyFee: null,
  formerSeat: null,
}
const binod: UsersTable = { ...asha, id: 'u2', email: null, emailFolded: null }
const law: CategoriesTable = { id: 'c1', name: 'Law', nameFolded: 'law', parentId: null, level: 0, imageSha256: null, createdAt: 'then' }

const addUser = (db: Db, user: UsersTable) => db.insertInto('users').values(user).execute()
const addCategory = (db: Db, category: CategoriesTable) => db.insertInto('categories').values(category).execute()

/** Returns how the database refuses it; `undefined` if it accepts it. */
const refusal = (writing: Promise<unknown>): Promise<string | undefined> =>
  writing.then(
    () => undefined,
    (error: unknown) => (isUniqueViolation(error) ? 'not unique' : isForeignKeyViolation(error) ? 'no such row' : 'not allowed'),
  )

describe('revisions', () => {
  test('start at 0 and rise with each write, each topic separately', async () => {
    const { db } = await testDatabase()
    expect(await revisionOf(db, 'documents')).toBe(0)
    await transact(db, (tx) => raiseRevisions(tx, ['documents']))
    await transact(db, async (tx) => {
      await raiseRevisions(tx, ['documents', 'favorites', 'categories'])
    })
    expect(await revisionOf(db, 'documents')).toBe(2)
    expect(await revisionOf(db, 'categories')).toBe(1)
    // A topic of personal data has no revision.
    expect(await revisionOf(db, 'favorites')).toBe(0)
  })

  test('are unchanged when the write is rolled back', async () => {
    const { db } = await testDatabase()
    const failing = transact(db, async (tx) => {
      await raiseRevisions(tx, ['documents'])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await revisionOf(db, 'documents')).toBe(0)
  })

  test('count forty concurrent writes as forty', async () => {
    const { db } = await testDatabase()
    await Promise.all(Array.from({ length: 40 }, () => transact(db, (tx) => raiseRevisions(tx, ['documents']))))
    expect(await revisionOf(db, 'documents')).toBe(40)
  })
})

test('makes a key once, of 256 bits, different for each name and each database', async () => {
  const { db } = await testDatabase()
  const asked = await Promise.all(Array.from({ length: 8 }, () => secret({ db, clock: systemClock }, 'file-links')))
  expect(asked[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(new Set(asked).size).toBe(1)
  expect(await secret({ db, clock: systemClock }, 'file-links')).toBe(asked[0])
  expect(await secret({ db, clock: systemClock }, 'day-links')).not.toBe(asked[0])
  const other = await testDatabase()
  expect(await secret({ db: other.db, clock: systemClock }, 'file-links')).not.toBe(asked[0])
})

describe('texts', () => {
  const text = fc.string({ unit: fc.constantFrom('%', '_', '\\', "'", '"', 'a', 'B', 'é', 'ह', '👩', ' '), maxLength: 6 })

  test('are found by exact substrings, with any characters', async () => {
    const { db } = await testDatabase()
    const finds = async (whole: string, part: string): Promise<boolean> => {
      const pattern = likeContains(fold(part))
      const { rows } = await sql`select 1 as hit where ${fold(whole)} like ${pattern} escape '\\'`.execute(db)
      return rows.length === 1
    }
    const property = fc.asyncProperty(text, text, async (whole, part) => {
      expect(await finds(whole, part)).toBe(fold(whole).includes(fold(part)))
      expect(await finds(`${whole}${part}${whole}`, part)).toBe(true)
    })
    await fc.assert(property, { numRuns: 200 })
  })

  test('are ordered by their bytes', async () => {
    const { db } = await testDatabase()
    const words = ['a', 'B', '_', 'é', 'z', '-', 'A', 'ह', 'aa', 'a b', '👩', '\uff21']
    for (const name of words) await db.insertInto('secrets').values({ name, value: 'v', createdAt: 'then' }).execute()
    const rows = await db.selectFrom('secrets').select('name').orderBy('name').execute()
    const byBytes = [...words].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    expect(rows.map((row) => row.name)).toEqual(byBytes)
  })
})

test('counts and sums are numbers', async () => {
  const { db } = await testDatabase()
  for (const sha256 of ['a', 'b'])
    await db.insertInto('files').values({ sha256, size: 4_000_000_000, mediaType: 'application/pdf', createdAt: 'then' }).execute()
  const row = await db
    .selectFrom('files')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.sum('size').as('sum')])
    .executeTakeFirst()
  expect(row).toEqual({ count: 2, sum: 8_000_000_000 })
})

describe('the schema refuses', () => {
  test('a second account with an email address, but allows any number without one', async () => {
    const { db } = await testDatabase()
    await addUser(db, asha)
    expect(await refusal(addUser(db, { ...asha, id: 'u2' }))).toBe('not unique')
    await addUser(db, binod)
    await addUser(db, { ...binod, id: 'u3' })
  })

  test.each<[string, Partial<Record<keyof UsersTable, unknown>>]>([
    ['a role that is none', { role: 'root' }],
    ['a seat without a slot', { seatNumber: 3 }],
    ['seat 0', { seatNumber: 0, slot: 'morning' }],
    ['someone without a name', { name: null }],
  ])('%s', async (_, wrong) => {
    const { db } = await testDatabase()
    expect(await refusal(addUser(db, { ...asha, ...(wrong as object) }))).toBe('not allowed')
  })

  test('a slot that is no shift', async () => {
    const { db } = await testDatabase()
    expect(await refusal(addUser(db, { ...asha, slot: 'night' }))).toBe('no such row')
  })

  test('one piece of a seat for two people, and two seats for one', async () => {
    const { db } = await testDatabase()
    const sit = (userId: string, seatNumber: number, piece: number) =>
      refusal(sql`insert into seats (user_id, seat_number, piece) values (${userId}, ${seatNumber}, ${piece})`.execute(db))
    await addUser(db, asha)
    await addUser(db, binod)
    expect(await sit('u1', 7, 0)).toBeUndefined()
    expect(await sit('u2', 7, 0)).toBe('not unique')
    expect(await sit('u1', 8, 0)).toBe('not unique')
    expect(await sit('u2', 7, 840)).toBeUndefined()
    expect(await sit('u1', 9, 600)).toBe('no such row')
    expect(await sit('nobody', 9, 0)).toBe('no such row')
  })

  test('a category with the name of a sibling, without its parent, or on a wrong level', async () => {
    const { db } = await testDatabase()
    await addCategory(db, law)
    expect(await refusal(addCategory(db, { ...law, id: 'c2' }))).toBe('not unique')
    await addCategory(db, { ...law, id: 'c2', parentId: 'c1', level: 1 })
    expect(await refusal(addCategory(db, { ...law, id: 'c3', parentId: 'c1', level: 1 }))).toBe('not unique')
    expect(await refusal(addCategory(db, { ...law, id: 'c4', parentId: 'none', level: 1 }))).toBe('no such row')
    expect(await refusal(addCategory(db, { ...law, id: 'c5', nameFolded: 'x', level: 1 }))).toBe('not allowed')
    expect(await refusal(addCategory(db, { ...law, id: 'c6', nameFolded: 'x', parentId: 'c2', level: 3 }))).toBe('not allowed')
    expect(await refusal(db.deleteFrom('categories').where('id', '=', 'c1').execute())).toBe('no such row')
  })

  test('a document without its file, and a file of negative size', async () => {
    const { db } = await testDatabase()
    await addUser(db, asha)
    const book = { id: 'd1', title: 'B', titleFolded: 'b', fileName: 'b.pdf', createdAt: 'then', uploadedBy: 'u1', fileSha256: 'sha' }
    const none = { categoryId: null, deletedAt: null, deletedBy: null }
    const add = () =>
      refusal(
        db
          .insertInto('documents')
          .values({ ...book, ...none })
          .execute(),
      )
    const file = { sha256: 'sha', mediaType: 'application/pdf', createdAt: 'then' }
    expect(await add()).toBe('no such row')
    expect(
      await refusal(
        db
          .insertInto('files')
          .values({ ...file, size: -1 })
          .execute(),
      ),
    ).toBe('not allowed')
    await db
      .insertInto('files')
      .values({ ...file, size: 0 })
      .execute()
    expect(await add()).toBeUndefined()
    expect(await refusal(db.deleteFrom('files').execute())).toBe('no such row')
  })
})

test.runIf(process.env.TEST_DATABASE === 'postgres')('PostgreSQL compiles no query', async () => {
  const { db } = await testDatabase()
  const { rows } = await sql<{ jit: string }>`select current_setting('jit') as jit`.execute(db)
  expect(rows).toEqual([{ jit: 'off' }])
})
