import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { newId } from './ids.ts'
import { raiseRevisions, revisionOf } from './revisions.ts'
import type { Db } from './tables.ts'
import { transact } from './transact.ts'

const outside = /outside the current transaction/

const insert = (db: Db, name: string = newId()) => db.insertInto('secrets').values({ name, value: 'v', createdAt: 'now' }).execute()
const names = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('secrets').select('name').orderBy('name').execute()).map((row) => row.name)

let db: Db
beforeAll(async () => {
  db = (await testDatabase()).db
})

describe('a transaction', () => {
  test('stores everything when it resolves and nothing when it rejects', async () => {
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

  test('returns what the function returns, with columns in camel case', async () => {
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

  // The databases in memory have one connection, so no transaction waits for another there.
  test.runIf(process.env.TEST_DATABASE === 'postgres')('that waits for one which waits for it is run again', async () => {
    let arrived = 0
    let open = () => {}
    const bothAreThere = new Promise<void>((resolve) => {
      open = resolve
    })
    const one = (first: 'documents' | 'users', second: 'documents' | 'users') =>
      transact(db, async (tx) => {
        await raiseRevisions(tx, [first])
        arrived += 1
        if (arrived === 2) open()
        await bothAreThere
        await raiseRevisions(tx, [second])
      })
    await raiseRevisions(db, ['documents'])
    await raiseRevisions(db, ['users'])
    await Promise.all([one('documents', 'users'), one('users', 'documents')])
    // A transaction that begins again may arrive before the other wakes up, and they deadlock once more.
    expect(arrived).toBeGreaterThan(2)
    expect([await revisionOf(db, 'documents'), await revisionOf(db, 'users')]).toEqual([3, 3])
  })
})
