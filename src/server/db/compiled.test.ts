import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertSecret, openSqliteFile, type SqliteFile } from '#server/testing/sqliteFile.ts'
import { cachedQuery, compiled } from './compiled.ts'
import { connect } from './connect.ts'
import { transact } from './transact.ts'

let file: SqliteFile
beforeEach(async () => {
  file = await openSqliteFile()
})
afterEach(() => file.close())

const named = cachedQuery((db, name: string) => db.selectFrom('secrets').select(['name', 'createdAt']).where('name', '=', name))

test('returns to each caller the rows of their own parameter', async () => {
  const { db } = file.database
  await insertSecret(db, 'one')
  await insertSecret(db, 'two')
  for (const name of ['one', 'two', 'one']) expect(await named(db, name)).toEqual([{ name, createdAt: 'now' }])
  expect(await named(db, 'three')).toEqual([])
})

const add = compiled((db, secret: { name: string; value: string; createdAt: string }) => db.insertInto('secrets').values(secret))

test('binds a row by its columns, in any order, in each transaction and outside all', async () => {
  const { db } = file.database
  await add(db, { name: 'one', value: 'first', createdAt: 'now' })
  await transact(db, (tx) => add(tx, { createdAt: 'later', value: 'second', name: 'two' }))
  const undone = transact(db, async (tx) => {
    await add(tx, { name: 'three', value: 'third', createdAt: 'never' })
    throw new Error('refused')
  })
  await expect(undone).rejects.toThrow('refused')
  expect(await db.selectFrom('secrets').select(['name', 'value', 'createdAt']).orderBy('createdAt', 'desc').execute()).toEqual([
    { name: 'one', value: 'first', createdAt: 'now' },
    { name: 'two', value: 'second', createdAt: 'later' },
  ])
})

test('refuses a query that a transaction has compiled outside of it while it runs', async () => {
  const { db } = file.database
  await transact(db, async (tx) => {
    await add(tx, { name: 'one', value: '', createdAt: 'now' })
    await expect(add(db, { name: 'two', value: '', createdAt: 'now' })).rejects.toThrow(/outside the current transaction/)
  })
  expect(await named(db, 'two')).toEqual([])
})

test('returns what was committed at once, no matter who committed it', async () => {
  const { db } = file.database
  expect(await named(db, 'one')).toEqual([])
  await insertSecret(db, 'one')
  expect(await named(db, 'one')).toHaveLength(1)
  const other = await connect({ databaseUrl: undefined, dataDir: file.folder })
  await other.db.deleteFrom('secrets').where('name', '=', 'one').execute()
  expect(await named(db, 'one')).toEqual([])
  await other.close()
})

test('does not run the query again if nothing was committed', async () => {
  const { db } = file.database
  await insertSecret(db, 'one')
  const first = await named(db, 'one')
  expect(await named(db, 'one')).toBe(first)
})

test('returns inside a transaction what the transaction wrote, and to others what they see', async () => {
  const { db } = file.database
  await transact(db, async (tx) => {
    await insertSecret(tx, 'one')
    expect(await named(tx, 'one')).toHaveLength(1)
    await expect(named(db, 'one')).rejects.toThrow(/outside the current transaction/)
  })
  expect(await named(db, 'one')).toHaveLength(1)
})
