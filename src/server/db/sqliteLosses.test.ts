import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { breakBatch, insertSecret, openSqliteFile, type SqliteFile, secretNames } from '#server/testing/sqliteFile.ts'
import type { Db } from './tables.ts'
import { transact } from './transact.ts'
import { isDiskFull } from './violations.ts'

let file: SqliteFile
let db: Db

beforeEach(async () => {
  file = await openSqliteFile()
  db = file.database.db
  return file.close
})

describe('a batch that SQLite rolls back', () => {
  beforeEach(() => insertSecret(db, 'taken'))

  test('fails everyone who waits in it and stores none of it', async () => {
    const outcomes = await Promise.allSettled([
      insertSecret(db, 'single'),
      transact(db, (tx) => insertSecret(tx, 'transaction')),
      breakBatch(db),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await secretNames(db)).toEqual(['taken'])
  })

  test('fails the rest of a transaction in it, even if the failure was caught', async () => {
    const waiting = insertSecret(db, 'waiting').catch((error: Error) => error.message)
    const failing = transact(db, async (tx) => {
      await insertSecret(tx, 'early')
      await breakBatch(tx).catch(() => {})
      await insertSecret(tx, 'late').catch(() => {})
    })
    await expect(failing).rejects.toThrow('rolled it back')
    expect(await waiting).toMatch('rolled it back')
    expect(await secretNames(db)).toEqual(['taken'])
  })

  test('because its commit is refused leaves the file unlocked and the next batch intact', async () => {
    const orphan = transact(db, async (tx) => {
      await sql`pragma defer_foreign_keys = on`.execute(tx)
      await tx.insertInto('favorites').values({ userId: 'nobody', documentId: 'nothing', createdAt: 'now' }).execute()
    })
    const outcomes = await Promise.allSettled([insertSecret(db, 'same batch'), orphan])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const other = new DatabaseSync(file.path, { timeout: 0 })
    other.exec(`insert into secrets values ('theirs', 'v', 'now')`)
    other.close()
    await insertSecret(db, 'ours')
    expect(await secretNames(db)).toEqual(['ours', 'taken', 'theirs'])
  })

  test('does not affect the next one', async () => {
    const broken = breakBatch(db).catch(() => 'failed')
    const next = transact(db, (tx) => insertSecret(tx, 'next'))
    expect(await broken).toBe('failed')
    await next
    await insertSecret(db, 'later')
    expect(await secretNames(db)).toEqual(['later', 'next', 'taken'])
  })
})

test('a full disk fails writes by its name, leaves reads working, and recovers when there is room', async () => {
  // Tables that a migration made again leave free pages, which would be filled first.
  await sql`vacuum`.execute(db)
  const { rows } = await sql<{ pageCount: number }>`pragma page_count`.execute(db)
  await sql.raw(`pragma max_page_count = ${(rows[0]?.pageCount ?? 0) + 5}`).execute(db)
  const acknowledged: string[] = []
  const failures: unknown[] = []
  for (let round = 0; round < 10; round++) {
    const write = async (name: string) => {
      try {
        await insertSecret(db, name, 'x'.repeat(2_000))
        acknowledged.push(name)
      } catch (error) {
        failures.push(error)
      }
    }
    await Promise.all(Array.from({ length: 4 }, (_, at) => write(`${round}-${at}`)))
  }
  expect(failures.length).toBeGreaterThan(0)
  expect(failures.every(isDiskFull)).toBe(true)
  expect(await secretNames(db)).toEqual(acknowledged.sort())
  await sql`pragma max_page_count = 100000`.execute(db)
  await insertSecret(db, 'room again')
  expect(await secretNames(db)).toContain('room again')
})
