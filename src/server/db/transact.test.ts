import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectPglite } from '#server/testing/pglite.ts'
import { connect, connectMemory, type Database } from './connect.ts'
import { newId } from './ids.ts'
import { migrate } from './migrate.ts'
import type { Db } from './tables.ts'
import { transact } from './transact.ts'

const outside = /outer database inside a transaction/

const folder = await mkdtemp(join(tmpdir(), 'carrel-transact-'))
afterAll(() => rm(folder, { recursive: true }))

const insert = (db: Db, name: string = newId()) => db.insertInto('secrets').values({ name, value: 'v', createdAt: 'now' }).execute()
const names = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('secrets').select('name').orderBy('name').execute()).map((row) => row.name)

const kinds: [string, () => Promise<Database>][] = [
  ['SQLite in memory', async () => connectMemory()],
  ['SQLite in a file', () => connect({ databaseUrl: undefined, dataDir: folder })],
  ['PostgreSQL (PGlite)', async () => connectPglite()],
]

describe.each(kinds)('a transaction on %s', (_, open) => {
  let database: Database
  let db: Db
  beforeAll(async () => {
    database = await open()
    db = database.db
    await migrate(database)
  }, 60_000)
  afterAll(() => database.close())

  test('keeps everything when it resolves and nothing when it rejects', async () => {
    await transact(db, async (tx) => {
      await insert(tx, 'kept 1')
      await insert(tx, 'kept 2')
    })
    const failing = transact(db, async (tx) => {
      await insert(tx, 'lost')
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await names(db)).toEqual(['kept 1', 'kept 2'])
  })

  test('is joined by a transact inside it', async () => {
    const failing = transact(db, async (tx) => {
      await transact(tx, (same) => insert(same, 'inner'))
      expect(await names(tx)).toContain('inner')
      throw new Error('the outer one fails')
    })
    await expect(failing).rejects.toThrow('the outer one fails')
    expect(await names(db)).not.toContain('inner')
  })

  test('answers what the function answers, with columns in camel case', async () => {
    const row = await transact(db, (tx) =>
      tx.insertInto('secrets').values({ name: newId(), value: 'v', createdAt: 'then' }).returningAll().executeTakeFirstOrThrow(),
    )
    expect(row.createdAt).toBe('then')
  })

  test.each<[string, (outer: Db) => Promise<unknown>]>([
    ['a read', (outer) => names(outer)],
    ['a write', (outer) => insert(outer)],
    ['another transaction', (outer) => transact(outer, async () => {})],
  ])('refuses %s on the outer database instead of hanging', async (_name, query) => {
    const before = await names(db)
    const failing = transact(db, async (tx) => {
      await insert(tx, 'before the mistake')
      await query(db)
    })
    await expect(failing).rejects.toThrow(outside)
    expect(await names(db)).toEqual(before)
  })

  test('lets work that outlives it query again', async () => {
    let later: Promise<string[]> | undefined
    await transact(db, async (tx) => {
      await insert(tx, 'seen later')
      later = new Promise((resolve, reject) => {
        setTimeout(() => names(db).then(resolve, reject), 50)
      })
    })
    expect(await later).toContain('seen later')
  })

  test('runs beside others without mixing with them', async () => {
    const before = (await names(db)).length
    const one = async (at: number) => {
      await transact(db, async (tx) => {
        await insert(tx)
        await insert(tx)
        if (at % 3 === 0) throw new Error('every third fails')
      })
    }
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, (_value, at) => one(at)))
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(10)
    expect(await names(db)).toHaveLength(before + 40)
  })
})

describe('what the plugin of the outer instance cannot see, SQLite refuses itself', () => {
  test.each<[string, (outer: Db) => Promise<unknown>]>([
    ['a transaction without transact', (outer) => outer.transaction().execute(async (tx) => insert(tx))],
    ['a query in its own connection', (outer) => outer.connection().execute((one) => names(one))],
    ['a query without plugins', (outer) => insert(outer.withoutPlugins())],
    ['a query that was compiled before', (outer) => outer.executeQuery(compiled)],
  ])('%s', async (_name, query) => {
    await expect(transact(memory.db, () => query(memory.db))).rejects.toThrow(outside)
  })

  const memory = connectMemory()
  const compiled = memory.db.selectFrom('secrets').select('name').compile()
  beforeAll(() => migrate(memory))
  afterAll(() => memory.close())

  test('while the same compiled query works in the transaction', async () => {
    expect((await transact(memory.db, (tx) => tx.executeQuery(compiled))).rows).toEqual([])
  })
})
