import { statSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertSecret, openSqliteFile, type SqliteFile, secretNames } from '#server/testing/sqliteFile.ts'
import { connect } from './connect.ts'
import { emptyLog } from './log.ts'
import { migrate } from './migrate.ts'
import type { Db } from './tables.ts'
import { transact } from './transact.ts'

let file: SqliteFile
let db: Db

beforeEach(async () => {
  file = await openSqliteFile()
  db = file.database.db
  return file.close
})

/** A promise that the test resolves. */
const door = () => Promise.withResolvers<void>()

describe('values', () => {
  test('return as they were written: whole numbers to 2^53, fractions, bytes, null, every character', async () => {
    await sql`create table things (id integer primary key, whole integer, part real, bytes blob, words text) strict`.execute(db)
    const words = 'नमस्ते 👩‍🚀 \u0007 "\'%_\\'
    const bytes = Uint8Array.from([0, 1, 255])
    await sql`insert into things values (1, ${Number.MAX_SAFE_INTEGER}, ${0.1}, ${bytes}, ${words}), (2, ${-5n}, null, null, null)`.execute(
      db,
    )
    expect((await sql`select * from things order by id`.execute(db)).rows).toEqual([
      { id: 1, whole: Number.MAX_SAFE_INTEGER, part: 0.1, bytes, words },
      { id: 2, whole: -5, part: null, bytes: null, words: null },
    ])
  })

  test('throw for a whole number that JavaScript cannot hold, never return another number', async () => {
    await expect(sql`select 9007199254740993 as big`.execute(db)).rejects.toThrow('too large')
  })

  test('refuse a value of another type than the column’s', async () => {
    await expect(sql`insert into revisions (name, value) values ('documents', 'many')`.execute(db)).rejects.toThrow('cannot store')
  })
})

describe('writes return', () => {
  test('rows with RETURNING and counts without', async () => {
    const made = await db
      .insertInto('secrets')
      .values({ name: 'a', value: '1', createdAt: 'now' })
      .returning(['name', 'createdAt'])
      .execute()
    expect(made).toEqual([{ name: 'a', createdAt: 'now' }])
    const changed = await db.updateTable('secrets').set({ value: '2' }).where('name', '=', 'a').executeTakeFirst()
    expect(changed.numUpdatedRows).toBe(1n)
    const gone = await db.deleteFrom('secrets').where('name', '=', 'b').executeTakeFirst()
    expect(gone.numDeletedRows).toBe(0n)
  })

  test('a row from ON CONFLICT, or nothing if nothing was done', async () => {
    const values = { name: 'a', value: '1', createdAt: 'now' }
    const first = await db
      .insertInto('secrets')
      .values(values)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('name')
      .executeTakeFirst()
    const second = await db
      .insertInto('secrets')
      .values(values)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('name')
      .executeTakeFirst()
    const third = await db
      .insertInto('secrets')
      .values({ ...values, value: '2' })
      .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })))
      .returning('value')
      .executeTakeFirst()
    expect([first, second, third]).toEqual([{ name: 'a' }, undefined, { value: '2' }])
  })
})

test('runs between two batches what SQLite refuses inside a transaction', async () => {
  const copy = join(file.folder, 'copy.sqlite')
  const writing = insertSecret(db, 'a')
  await sql`vacuum into ${copy}`.execute(db)
  await writing
  const copied = new DatabaseSync(copy, { readOnly: true })
  expect(copied.prepare('select name from secrets').get()).toMatchObject({ name: 'a' })
  copied.close()
})

test('empties the log without waiting for a program that reads, and by the next try', async () => {
  const bytesOfLog = () => statSync(`${file.path}-wal`).size
  const reading = new DatabaseSync(file.path, { readOnly: true })
  reading.exec('begin')
  reading.prepare('select count(*) from secrets').get()
  await insertSecret(db, 'a')
  const begun = Date.now()
  await emptyLog(db)
  expect([bytesOfLog() > 0, Date.now() - begun < 2_000]).toEqual([true, true])
  reading.close()
  await emptyLog(db)
  expect([bytesOfLog(), await secretNames(db)]).toEqual([0, ['a']])
})

test('waits for another process that writes', async () => {
  const other = new DatabaseSync(file.path, { timeout: 0 })
  await insertSecret(db, 'a')
  other.exec(`insert into secrets values ('theirs', 'v', 'now')`)
  const reader = transact(db, async (tx) => {
    await secretNames(tx)
    expect(() => other.exec(`insert into secrets values ('refused', 'v', 'now')`)).toThrow('locked')
    await insertSecret(tx, 'b')
  })
  await reader
  other.close()
  expect(await secretNames(db)).toEqual(['a', 'b', 'theirs'])
})

test('lets queued work finish on closing and refuses later work', async () => {
  const begun = door()
  const inside = door()
  const running = transact(db, async (tx) => {
    begun.resolve()
    await inside.promise
    await insertSecret(tx, 'running')
  })
  await begun.promise
  const waiting = insertSecret(db, 'waiting')
  const closing = file.database.close()
  await new Promise(setImmediate)
  await expect(insertSecret(db, 'late')).rejects.toThrow('destroyed')
  inside.resolve()
  await Promise.all([running, waiting, closing])
  expect([file.seenByOthers('running'), file.seenByOthers('waiting'), file.seenByOthers('late')]).toEqual([true, true, false])
})

test('folds the log into the file on closing', async () => {
  file.witness.close()
  await insertSecret(db, 'a')
  await file.database.close()
  expect(await readdir(file.folder)).toEqual(['carrel.sqlite'])
  const alone = new DatabaseSync(file.path, { readOnly: true })
  expect(alone.prepare('select name from secrets').all()).toMatchObject([{ name: 'a' }])
  alone.close()
})

test('waits for another program that is setting up a new file', async () => {
  const dataDir = join(file.folder, 'new')
  await mkdir(dataDir)
  const other = new DatabaseSync(join(dataDir, 'carrel.sqlite'))
  other.exec('begin exclusive')
  setTimeout(() => other.close(), 100)
  const late = await connect({ databaseUrl: undefined, dataDir })
  await migrate(late)
  expect(await secretNames(late.db)).toEqual([])
  await late.close()
})

test('runs more statements than are kept prepared', async () => {
  for (let at = 0; at < 1_200; at++) {
    const { rows } = await sql.raw<{ n: number }>(`select ${at} as n`).execute(db)
    expect(rows).toEqual([{ n: at }])
  }
  await insertSecret(db, 'a')
})

test('a statement that was prepared before the table changed sees the change', async () => {
  const all = () => sql`select * from secrets`.execute(db)
  await insertSecret(db, 'a')
  await all()
  await sql`alter table secrets add column note text`.execute(db)
  expect((await all()).rows).toEqual([{ name: 'a', value: 'v', createdAt: 'now', note: null }])
})

describe('refuses the outer database inside a transaction, even if no plugin sees the query', () => {
  const compiled = () => db.selectFrom('secrets').select('name').compile()
  test.each<[string, () => Promise<unknown>]>([
    ['a read', () => secretNames(db)],
    ['a write', () => insertSecret(db, 'a')],
    ['a transaction without transact', () => db.transaction().execute((tx) => insertSecret(tx, 'a'))],
    ['a query in its own connection', () => db.connection().execute(secretNames)],
    ['a query without plugins', () => insertSecret(db.withoutPlugins(), 'a')],
    ['a query that was compiled before', () => db.executeQuery(compiled())],
  ])('%s', async (_name, query) => {
    await expect(transact(db, query)).rejects.toThrow('outside the current transaction')
    expect(await secretNames(db)).toEqual([])
  })

  test('even if a query was compiled before the transaction', async () => {
    await insertSecret(db, 'a')
    const query = compiled()
    expect((await transact(db, (tx) => tx.executeQuery(query))).rows).toEqual([{ name: 'a' }])
  })
})
