import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connect, connectMemory, type Database } from './connect.ts'
import { newId } from './ids.ts'
import { migrate } from './migrate.ts'
import type { Db } from './tables.ts'
import { transact } from './transact.ts'
import { isDiskFull, isForeignKeyViolation, isUniqueViolation } from './violations.ts'

let folder: string
let database: Database
let db: Db
/** Somebody else who looks into the same file. */
let witness: DatabaseSync

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carrel-sqlite-'))
  database = await connect({ databaseUrl: undefined, dataDir: folder })
  db = database.db
  await migrate(database)
  witness = new DatabaseSync(join(folder, 'carrel.sqlite'), { readOnly: true })
})

afterEach(async () => {
  witness.close()
  await database.close()
  await rm(folder, { recursive: true })
})

const insert = (on: Db, name: string, value = 'v') => on.insertInto('secrets').values({ name, value, createdAt: 'now' }).execute()
const names = async (on: Db): Promise<string[]> =>
  (await on.selectFrom('secrets').select('name').orderBy('name').execute()).map((row) => row.name)
const seenByOthers = (name: string): boolean => witness.prepare('select 1 from secrets where name = ?').get(name) !== undefined

/** A door that opens when it is told to. */
const door = () => Promise.withResolvers<void>()

/** Makes SQLite roll back everything that is open, as a full disk may. */
const breakBatch = (on: Db) => sql`insert or rollback into secrets (name, value, created_at) values ('taken', 'v', 'now')`.execute(on)

describe('what is acknowledged', () => {
  test('is in the file the moment the answer comes, for a single write and for a transaction', async () => {
    for (let round = 0; round < 20; round++) {
      const write = async (name: string) => {
        await insert(db, name)
        return seenByOthers(name)
      }
      const change = async (name: string) => {
        await transact(db, (tx) => insert(tx, name))
        return seenByOthers(name)
      }
      const together = Array.from({ length: 8 }, (_, at) => (at % 2 ? write : change)(`${round}-${at}`))
      expect(await Promise.all(together)).toEqual(Array.from({ length: 8 }, () => true))
    }
  })

  test('is seen by every read that starts afterwards', async () => {
    for (let round = 0; round < 50; round++) {
      const name = `row ${round}`
      await (round % 2 ? insert(db, name) : transact(db, (tx) => insert(tx, name)))
      expect(await names(db)).toContain(name)
    }
  })

  test('is on the disk: the connection is set to sync every commit, and checks references', async () => {
    const setting = async (name: string) => Object.values((await sql.raw<object>(`pragma ${name}`).execute(db)).rows[0] ?? {})[0]
    expect(await setting('journal_mode')).toBe('wal')
    expect(await setting('synchronous')).toBe(2)
    expect(await setting('foreign_keys')).toBe(1)
  })
})

describe('what is not acknowledged yet', () => {
  test('is seen by no read, while reads go on', async () => {
    const inside = door()
    const written = door()
    const changing = transact(db, async (tx) => {
      await insert(tx, 'a')
      written.resolve()
      await inside.promise
    })
    await written.promise
    const single = insert(db, 'b')
    expect(await names(db)).toEqual([])
    expect((await sql<{ n: number }>`select count(*) as n from secrets`.execute(db)).rows).toEqual([{ n: 0 }])
    inside.resolve()
    await Promise.all([changing, single])
    expect(await names(db)).toEqual(['a', 'b'])
  })

  test('is not seen between the end of the transaction and the commit', async () => {
    const single = insert(db, 'a')
    const read = names(db)
    expect(await read).toEqual([])
    await single
    expect(await names(db)).toEqual(['a'])
  })
})

/** The commits in the write-ahead log: its frames that carry a database size (https://sqlite.org/fileformat2.html#walformat). */
const commits = (): number => {
  const log = readFileSync(join(folder, 'carrel.sqlite-wal'))
  const pageSize = log.readUInt32BE(8)
  let count = 0
  for (let at = 32; at < log.length; at += 24 + pageSize) if (log.readUInt32BE(at + 4) > 0) count++
  return count
}

describe('commits', () => {
  test('are gathered: what is started together shares one', async () => {
    const before = commits()
    const together = 64
    await Promise.all(
      Array.from({ length: together }, (_, at) => (at % 2 ? insert(db, `${at}`) : transact(db, (tx) => insert(tx, `${at}`)))),
    )
    expect(commits() - before).toBeLessThanOrEqual(2)
    expect(await names(db)).toHaveLength(together)
    for (let at = 0; at < 5; at++) await insert(db, `alone ${at}`)
    expect(commits() - before).toBeGreaterThanOrEqual(6)
  })

  test('take turns: transactions never see each other halfway', async () => {
    await insert(db, 'counter', '0')
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

  test('of one transaction keep what others of the batch did when it rolls back', async () => {
    const outcomes = await Promise.allSettled([
      transact(db, (tx) => insert(tx, 'first')),
      transact(db, async (tx) => {
        await insert(tx, 'undone')
        throw new Error('no')
      }),
      insert(db, 'second'),
      transact(db, (tx) => insert(tx, 'third')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    expect(await names(db)).toEqual(['first', 'second', 'third'])
  })

  test('leave a failed statement out and keep the rest of the batch', async () => {
    const [first, clash, missing, last] = await Promise.allSettled([
      insert(db, 'same'),
      insert(db, 'same'),
      db.insertInto('favorites').values({ userId: 'nobody', documentId: 'nothing', createdAt: 'now' }).execute(),
      insert(db, 'other'),
    ])
    expect([first?.status, last?.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(isUniqueViolation(clash?.status === 'rejected' && clash.reason)).toBe(true)
    expect(isForeignKeyViolation(missing?.status === 'rejected' && missing.reason)).toBe(true)
    expect(await names(db)).toEqual(['other', 'same'])
  })

  test('let a transaction go on after a statement that failed in it', async () => {
    await transact(db, async (tx) => {
      await insert(tx, 'a')
      await expect(insert(tx, 'a')).rejects.toThrow('UNIQUE')
      await insert(tx, 'b')
    })
    expect(await names(db)).toEqual(['a', 'b'])
  })

  test('tell a failure only when what it clashed with is durable', async () => {
    const winner = insert(db, 'seat')
    const loser = insert(db, 'seat').catch(() => seenByOthers('seat'))
    const reader = transact(db, async (tx) => {
      if ((await names(tx)).includes('seat')) throw new Error('taken')
    }).catch(() => seenByOthers('seat'))
    expect(await Promise.all([loser, reader])).toEqual([true, true])
    await winner
  })
})

describe('a batch that SQLite rolls back', () => {
  beforeEach(() => insert(db, 'taken'))

  test('fails everybody who waits in it, and nothing of it stays', async () => {
    const outcomes = await Promise.allSettled([insert(db, 'single'), transact(db, (tx) => insert(tx, 'transaction')), breakBatch(db)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await names(db)).toEqual(['taken'])
  })

  test('fails the rest of a transaction in it, even when the failure was caught', async () => {
    const waiting = insert(db, 'waiting').catch((error: Error) => error.message)
    const failing = transact(db, async (tx) => {
      await insert(tx, 'early')
      await breakBatch(tx).catch(() => {})
      await insert(tx, 'late').catch(() => {})
    })
    await expect(failing).rejects.toThrow('took it back')
    expect(await waiting).toMatch('took it back')
    expect(await names(db)).toEqual(['taken'])
  })

  test('because its commit is refused leaves the file free and the next one whole', async () => {
    const orphan = transact(db, async (tx) => {
      await sql`pragma defer_foreign_keys = on`.execute(tx)
      await tx.insertInto('favorites').values({ userId: 'nobody', documentId: 'nothing', createdAt: 'now' }).execute()
    })
    const outcomes = await Promise.allSettled([insert(db, 'same batch'), orphan])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const other = new DatabaseSync(join(folder, 'carrel.sqlite'), { timeout: 0 })
    other.exec(`insert into secrets values ('theirs', 'v', 'now')`)
    other.close()
    await insert(db, 'ours')
    expect(await names(db)).toEqual(['ours', 'taken', 'theirs'])
  })

  test('does not touch the next one', async () => {
    const broken = breakBatch(db).catch(() => 'failed')
    const next = transact(db, (tx) => insert(tx, 'next'))
    expect(await broken).toBe('failed')
    await next
    await insert(db, 'later')
    expect(await names(db)).toEqual(['later', 'next', 'taken'])
  })
})

test('a full disk fails writes by its name, keeps reads going, and is over when there is room', async () => {
  const { rows } = await sql<{ pageCount: number }>`pragma page_count`.execute(db)
  await sql.raw(`pragma max_page_count = ${(rows[0]?.pageCount ?? 0) + 5}`).execute(db)
  const acknowledged: string[] = []
  const failures: unknown[] = []
  for (let round = 0; round < 10; round++) {
    const write = async (name: string) => {
      try {
        await insert(db, name, 'x'.repeat(2_000))
        acknowledged.push(name)
      } catch (error) {
        failures.push(error)
      }
    }
    await Promise.all(Array.from({ length: 4 }, (_, at) => write(`${round}-${at}`)))
  }
  expect(failures.length).toBeGreaterThan(0)
  expect(failures.every(isDiskFull)).toBe(true)
  expect(await names(db)).toEqual(acknowledged.sort())
  await sql`pragma max_page_count = 100000`.execute(db)
  await insert(db, 'room again')
  expect(await names(db)).toContain('room again')
})

describe('values', () => {
  test('come back as they went in: whole numbers to 2^53, fractions, bytes, nothing, every character', async () => {
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

  test('a whole number that JavaScript cannot hold is an error, never another number', async () => {
    await expect(sql`select 9007199254740993 as big`.execute(db)).rejects.toThrow('too large')
  })

  test('a column refuses what is not of its type', async () => {
    await expect(sql`insert into revisions (name, value) values ('documents', 'many')`.execute(db)).rejects.toThrow('cannot store')
  })
})

describe('writes answer', () => {
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

  test('ON CONFLICT with the row, or with nothing where nothing was done', async () => {
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

test('what SQLite refuses inside a transaction runs between two batches', async () => {
  const copy = join(folder, 'copy.sqlite')
  const writing = insert(db, 'a')
  await sql`vacuum into ${copy}`.execute(db)
  await writing
  const copied = new DatabaseSync(copy, { readOnly: true })
  expect(copied.prepare('select name from secrets').get()).toMatchObject({ name: 'a' })
  copied.close()
})

test('another process that writes is waited for', async () => {
  const other = new DatabaseSync(join(folder, 'carrel.sqlite'), { timeout: 0 })
  await insert(db, 'a')
  other.exec(`insert into secrets values ('theirs', 'v', 'now')`)
  const reader = transact(db, async (tx) => {
    await names(tx)
    expect(() => other.exec(`insert into secrets values ('refused', 'v', 'now')`)).toThrow('locked')
    await insert(tx, 'b')
  })
  await reader
  other.close()
  expect(await names(db)).toEqual(['a', 'b', 'theirs'])
})

test('a transaction that was kept beyond its end answers an error', async () => {
  let kept: Db = db
  await transact(db, async (tx) => {
    kept = tx
  })
  await expect(insert(kept, 'late')).rejects.toThrow()
  expect(await names(db)).toEqual([])
})

test('closing lets those in the queue finish and refuses those who come later', async () => {
  const begun = door()
  const inside = door()
  const running = transact(db, async (tx) => {
    begun.resolve()
    await inside.promise
    await insert(tx, 'running')
  })
  await begun.promise
  const waiting = insert(db, 'waiting')
  const closing = database.close()
  await new Promise(setImmediate)
  await expect(insert(db, 'late')).rejects.toThrow('destroyed')
  inside.resolve()
  await Promise.all([running, waiting, closing])
  expect([seenByOthers('running'), seenByOthers('waiting'), seenByOthers('late')]).toEqual([true, true, false])
})

test('closing folds the log into the file', async () => {
  witness.close()
  await insert(db, 'a')
  await database.close()
  expect(await readdir(folder)).toEqual(['carrel.sqlite'])
  witness = new DatabaseSync(join(folder, 'carrel.sqlite'), { readOnly: true })
  expect(seenByOthers('a')).toBe(true)
})

test('a new file that another program is just setting up is waited for', async () => {
  const dataDir = join(folder, 'new')
  await mkdir(dataDir)
  const other = new DatabaseSync(join(dataDir, 'carrel.sqlite'))
  other.exec('begin exclusive')
  setTimeout(() => other.close(), 100)
  const late = await connect({ databaseUrl: undefined, dataDir })
  await migrate(late)
  expect(await names(late.db)).toEqual([])
  await late.close()
})

test('five hundred writes at once are all there', async () => {
  await Promise.all(Array.from({ length: 500 }, (_, at) => (at % 5 ? insert(db, `${at}`) : transact(db, (tx) => insert(tx, `${at}`)))))
  expect(await names(db)).toHaveLength(500)
})

test('more statements than are kept prepared still work', async () => {
  for (let at = 0; at < 1_200; at++) {
    const { rows } = await sql.raw<{ n: number }>(`select ${at} as n`).execute(db)
    expect(rows).toEqual([{ n: at }])
  }
  await insert(db, 'a')
})

test('a statement that was prepared before the table changed sees the change', async () => {
  const all = () => sql`select * from secrets`.execute(db)
  await insert(db, 'a')
  await all()
  await sql`alter table secrets add column note text`.execute(db)
  expect((await all()).rows).toEqual([{ name: 'a', value: 'v', createdAt: 'now', note: null }])
})

describe('inside a transaction the outer database is refused, even where no plugin sees the query', () => {
  const compiled = () => db.selectFrom('secrets').select('name').compile()
  test.each<[string, () => Promise<unknown>]>([
    ['a read', () => names(db)],
    ['a write', () => insert(db, 'a')],
    ['a transaction without transact', () => db.transaction().execute((tx) => insert(tx, 'a'))],
    ['a query in its own connection', () => db.connection().execute(names)],
    ['a query without plugins', () => insert(db.withoutPlugins(), 'a')],
    ['a query that was compiled before', () => db.executeQuery(compiled())],
  ])('%s', async (_name, query) => {
    await expect(transact(db, query)).rejects.toThrow('outer database inside a transaction')
    expect(await names(db)).toEqual([])
  })

  test('while a query that was compiled before works in the transaction', async () => {
    await insert(db, 'a')
    const query = compiled()
    expect((await transact(db, (tx) => tx.executeQuery(query))).rows).toEqual([{ name: 'a' }])
  })
})

describe('in whatever order things happen', () => {
  type Step = { kind: 'single' | 'transaction' | 'rollback' | 'clash' | 'break'; pause: number; rows: number }
  const step: fc.Arbitrary<Step> = fc.record({
    kind: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom('single' as const, 'transaction' as const, 'rollback' as const, 'clash' as const) },
      { weight: 1, arbitrary: fc.constant('break' as const) },
    ),
    pause: fc.nat({ max: 4 }),
    rows: fc.integer({ min: 1, max: 3 }),
  })

  const pauses = async (count: number) => {
    for (let at = 0; at < count; at++) await (at % 2 ? new Promise(setImmediate) : undefined)
  }

  /** Does the step, and answers the names that it was told are stored. */
  const run = async (on: Db, { kind, pause, rows }: Step): Promise<{ tried: string[]; told: boolean }> => {
    const tried = Array.from({ length: kind === 'single' ? 1 : rows }, () => newId())
    await pauses(pause)
    const change = async (tx: Db) => {
      for (const name of tried) await insert(tx, name)
      if (kind === 'clash') await insert(tx, 'taken')
      if (kind === 'break') await breakBatch(tx)
      if (kind === 'rollback') throw new Error('rolled back')
    }
    const [outcome] = await Promise.allSettled([kind === 'single' ? change(on) : transact(on, change)])
    return { tried, told: outcome.status === 'fulfilled' }
  }

  const holds = async (on: Db, steps: Step[]) => {
    const outcomes = await Promise.all(steps.map((one) => run(on, one)))
    const stored = new Set(await names(on))
    for (const { tried, told } of outcomes) for (const name of tried) expect(stored.has(name)).toBe(told)
  }

  test('a row is there exactly when its writer was told so', async () => {
    await insert(db, 'taken')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 24 }), (steps) => holds(db, steps)),
      { numRuns: 60 },
    )
  })

  test('the same holds in memory', async () => {
    const memory = connectMemory()
    await migrate(memory)
    await insert(memory.db, 'taken')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 24 }), (steps) => holds(memory.db, steps)),
      { numRuns: 60 },
    )
    await memory.close()
  })
})
