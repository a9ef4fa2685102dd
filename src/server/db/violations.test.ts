import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { isDiskFull, isForeignKeyViolation, isUniqueViolation } from './violations.ts'

const refusalOf = (writing: Promise<unknown>): Promise<unknown> =>
  writing.then(
    () => undefined,
    (error: unknown) => error,
  )

const judged = (error: unknown) => [isUniqueViolation(error), isForeignKeyViolation(error), isDiskFull(error)]

test('a primary key, a unique index and a reference are told apart', async () => {
  const { db } = await testDatabase()
  const file = { sha256: 'a', size: 1, mediaType: 'application/pdf', createdAt: 'now' }
  const category = { id: '1', name: 'Law', nameFolded: 'law', parentId: null, level: 0, createdAt: 'now' }
  await db.insertInto('files').values(file).execute()
  await db.insertInto('categories').values(category).execute()
  const primaryKey = await refusalOf(db.insertInto('files').values(file).execute())
  const sameName = await refusalOf(
    db
      .insertInto('categories')
      .values({ ...category, id: '2' })
      .execute(),
  )
  const noParent = await refusalOf(
    db
      .insertInto('categories')
      .values({ ...category, id: '3', parentId: 'none', level: 1 })
      .execute(),
  )
  const noSuchLevel = await refusalOf(
    db
      .insertInto('categories')
      .values({ ...category, id: '4', nameFolded: 'x', level: 3 })
      .execute(),
  )
  expect(judged(primaryKey)).toEqual([true, false, false])
  expect(judged(sameName)).toEqual([true, false, false])
  expect(judged(noParent)).toEqual([false, true, false])
  expect(judged(noSuchLevel)).toEqual([false, false, false])
  expect(noSuchLevel).toBeInstanceOf(Error)
})

test('an error that is wrapped is still known, and anything else is none of them', () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
  expect(judged(new Error('taken back', { cause: full }))).toEqual([false, false, true])
  expect(judged(Object.assign(new Error('could not extend file'), { code: '53100' }))).toEqual([false, false, true])
  for (const other of [undefined, null, '23505', new Error('23505'), { code: '23505' }])
    expect(judged(other)).toEqual([false, false, false])
})
