import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertSecret, openSqliteFile, type SqliteFile, secretNames } from '#server/testing/sqliteFile.ts'
import type { Db } from './tables.ts'
import { transact } from './transact.ts'
import { isForeignKeyViolation, isUniqueViolation } from './violations.ts'

let file: SqliteFile
let db: Db

beforeEach(async () => {
  file = await openSqliteFile()
  db = file.database.db
  return file.close
})

/** A promise that the test resolves. */
const door = () => Promise.withResolvers<void>()

describe('an acknowledged write', () => {
  test('is in the file when the promise resolves, for a single write and for a transaction', async () => {
    for (let round = 0; round < 20; round++) {
      const write = async (name: string) => {
        await insertSecret(db, name)
        return file.seenByOthers(name)
      }
      const change = async (name: string) => {
        await transact(db, (tx) => insertSecret(tx, name))
        return file.seenByOthers(name)
      }
      const together = Array.from({ length: 8 }, (_, at) => (at % 2 ? write : change)(`${round}-${at}`))
      expect(await Promise.all(together)).toEqual(Array.from({ length: 8 }, () => true))
    }
  })

  test('is seen by every read that starts afterwards', async () => {
    for (let round = 0; round < 50; round++) {
      const name = `row ${round}`
      await (round % 2 ? insertSecret(db, name) : transact(db, (tx) => insertSecret(tx, name)))
      expect(await secretNames(db)).toContain(name)
    }
  })

  test('is on the disk: the connection syncs every commit, and checks references', async () => {
    const setting = async (name: string) => Object.values((await sql.raw<object>(`pragma ${name}`).execute(db)).rows[0] ?? {})[0]
    expect(await setting('journal_mode')).toBe('wal')
    expect(await setting('synchronous')).toBe(2)
    expect(await setting('foreign_keys')).toBe(1)
  })
})

describe('an unacknowledged write', () => {
  test('is seen by no read, while reads go on', async () => {
    const inside = door()
    const written = door()
    const changing = transact(db, async (tx) => {
      await insertSecret(tx, 'a')
      written.resolve()
      await inside.promise
    })
    await written.promise
    const single = insertSecret(db, 'b')
    expect(await secretNames(db)).toEqual([])
    expect((await sql<{ n: number }>`select count(*) as n from secrets`.execute(db)).rows).toEqual([{ n: 0 }])
    inside.resolve()
    await Promise.all([changing, single])
    expect(await secretNames(db)).toEqual(['a', 'b'])
  })

  test('is not seen between the end of the transaction and the commit', async () => {
    const single = insertSecret(db, 'a')
    const read = secretNames(db)
    expect(await read).toEqual([])
    await single
    expect(await secretNames(db)).toEqual(['a'])
  })
})

/** The commits in the write-ahead log: its frames that have a database size (https://sqlite.org/fileformat2.html#walformat). */
const commits = (): number => {
  const log = readFileSync(`${file.path}-wal`)
  const pageSize = log.readUInt32BE(8)
  let count = 0
  for (let at = 32; at < log.length; at += 24 + pageSize) if (log.readUInt32BE(at + 4) > 0) count++
  return count
}

describe('commits', () => {
  test('are shared by transactions that start together', async () => {
    const before = commits()
    const together = 64
    await Promise.all(
      Array.from({ length: together }, (_, at) => (at % 2 ? insertSecret(db, `${at}`) : transact(db, (tx) => insertSecret(tx, `${at}`)))),
    )
    expect(commits() - before).toBeLessThanOrEqual(2)
    expect(await secretNames(db)).toHaveLength(together)
    for (let at = 0; at < 5; at++) await insertSecret(db, `alone ${at}`)
    expect(commits() - before).toBeGreaterThanOrEqual(6)
  })

  test('run one after the other: transactions never see each other halfway', async () => {
    await insertSecret(db, 'counter', '0')
    const raise = () =>
      transact(db, async (tx) => {
        const { value } = await tx.selectFrom('secrets').select('value').where('name', '=', 'counter').executeTakeFirstOrThrow()
        await tx
          .updateTable('secrets')
          .set({ value: String(Number(value) + 1) })
          .where('name', '=', 'counter')
          .execute()
      })
    await Promise.all(Array.from({ length: 40 }, raise))
    expect(await db.selectFrom('secrets').select('value').execute()).toEqual([{ value: '40' }])
  })

  test('of one transaction keep the others of the batch when it rolls back', async () => {
    const outcomes = await Promise.allSettled([
      transact(db, (tx) => insertSecret(tx, 'first')),
      transact(db, async (tx) => {
        await insertSecret(tx, 'undone')
        throw new Error('no')
      }),
      insertSecret(db, 'second'),
      transact(db, (tx) => insertSecret(tx, 'third')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    expect(await secretNames(db)).toEqual(['first', 'second', 'third'])
  })

  test('leave a failed statement out and keep the rest of the batch', async () => {
    const [first, clash, missing, last] = await Promise.allSettled([
      insertSecret(db, 'same'),
      insertSecret(db, 'same'),
      db.insertInto('favorites').values({ userId: 'nobody', documentId: 'nothing', createdAt: 'now' }).execute(),
      insertSecret(db, 'other'),
    ])
    expect([first?.status, last?.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(isUniqueViolation(clash?.status === 'rejected' && clash.reason)).toBe(true)
    expect(isForeignKeyViolation(missing?.status === 'rejected' && missing.reason)).toBe(true)
    expect(await secretNames(db)).toEqual(['other', 'same'])
  })

  test('let a transaction go on after a failed statement', async () => {
    await transact(db, async (tx) => {
      await insertSecret(tx, 'a')
      await expect(insertSecret(tx, 'a')).rejects.toThrow('UNIQUE')
      await insertSecret(tx, 'b')
    })
    expect(await secretNames(db)).toEqual(['a', 'b'])
  })

  test('report a conflict only when the conflicting row is durable', async () => {
    const winner = insertSecret(db, 'seat')
    const loser = insertSecret(db, 'seat').catch(() => file.seenByOthers('seat'))
    const reader = transact(db, async (tx) => {
      if ((await secretNames(tx)).includes('seat')) throw new Error('taken')
    }).catch(() => file.seenByOthers('seat'))
    expect(await Promise.all([loser, reader])).toEqual([true, true])
    await winner
  })
})

test('reject a transaction that is used after its end', async () => {
  let kept: Db = db
  await transact(db, async (tx) => {
    kept = tx
  })
  await expect(insertSecret(kept, 'late')).rejects.toThrow()
  expect(await secretNames(db)).toEqual([])
})

test('store five hundred concurrent writes', async () => {
  await Promise.all(
    Array.from({ length: 500 }, (_, at) => (at % 5 ? insertSecret(db, `${at}`) : transact(db, (tx) => insertSecret(tx, `${at}`)))),
  )
  expect(await secretNames(db)).toHaveLength(500)
})
