import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isSqlite } from '#server/db/dialect.ts'
import type { Tables } from '#server/db/tables.ts'
import { features } from '#server/features.ts'
import { journalCheck } from '#server/journal/check.ts'
import { headCode } from '#server/journal/journal.ts'
import type { Kind } from '#server/journal/kind.ts'
import type { Given } from '#server/testing/given.ts'
import { isHard } from '#server/testing/hard.ts'
import { moneyCheck } from './fees.checks.ts'
import { givenBooks, problems } from './testing/givenBooks.ts'

/*
 * Every row of money that is inserted, changed or deleted in SQL is detected. The cases are generated from the features'
 * declarations, so that a new table or column without a journal entry fails here.
 */

const kinds = Object.values(features).flatMap(({ journal }) => journal)

/** Runs the checks of one table, which is faster than all of them, and that of the sums only if they find nothing. */
const problemsWith = async ({ platform }: Given, table: keyof Tables): Promise<string[]> => {
  const ofTable = journalCheck(kinds.filter((kind) => kind.table === table))
  const found = await ofTable.run(platform)
  return found.length > 0 ? found : await moneyCheck.run(platform)
}

type Row = Record<string, unknown>

const rowsOf = async ({ db }: Given, table: keyof Tables): Promise<Row[]> =>
  (await sql<Row>`select * from ${sql.table(table)}`.execute(db)).rows

test('reports no problems for untouched books, and confirms a printed code', async () => {
  const { app, pay } = await givenBooks()
  const code = await headCode(app.db)
  await pay(50)
  expect(await problems(app, code)).toEqual([])
  expect(
    await problems(
      app,
      code.replace(/^\d+/, (seq) => String(Number(seq) + 1)),
    ),
  ).toHaveLength(1)
  expect(await problems(app, '7')).toHaveLength(1)
})

/** Values of columns with a fixed set of values, each with another valid value. */
const words: Record<string, string> = {
  cash: 'bank',
  monthly: 'other',
  none: 'half',
  late: 'other',
  receipt: 'refund',
  concession: 'waiver',
  correction: 'waiver',
  out: 'in',
  payment: 'in',
  'paid-up-to': 'monthly-fee',
}

/** Returns another value of the same type. */
const another = (value: unknown): unknown => {
  if (value === 0 || value === 1) return 1 - value
  return typeof value === 'number' ? value + 1 : (words[String(value)] ?? `${value ?? ''}1`)
}

/** Edits the database as its owner could, with foreign keys disabled. Returns whether the remaining constraints allowed it. */
const edit = async ({ db }: Given, statement: ReturnType<typeof sql>): Promise<boolean> => {
  if (isSqlite(db)) await sql`pragma foreign_keys = off`.execute(db)
  try {
    await db.transaction().execute(async (tx) => {
      if (!isSqlite(db)) await sql`set local session_replication_role = replica`.execute(tx)
      await statement.execute(tx)
    })
    return true
  } catch {
    return false
  }
}

const restore = async (app: Given, table: keyof Tables, row: Row, kind: Kind): Promise<void> => {
  const set = sql.join(Object.entries(row).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
  expect(await edit(app, sql`update ${sql.table(table)} set ${set} where ${matching(kind, row)}`)).toBe(true)
}

/** Unique columns besides the keys. */
const unique = [
  'receiptCount',
  'receiptNumber',
  'voucherCount',
  'voucherNumber',
  'clientId',
  'nth',
  'at',
  'ref',
  'closingId',
  'period',
  'paymentId',
]

/** Returns a copy of the row with another key. */
const copyOf = ({ key }: Pick<Kind, 'key'>, row: Row): Row => {
  const fresh = (value: unknown): unknown => (typeof value === 'number' ? value + 1_000 : value && `${value}x`)
  const changed = new Set([...unique, key.at(-1)])
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, changed.has(column) ? fresh(value) : value]))
}

const insert = (app: Given, table: keyof Tables, row: Row): Promise<boolean> => {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
  return edit(app, sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`)
}

const matching = ({ key }: Pick<Kind, 'key'>, row: Row) =>
  sql`${sql.join(
    key.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
    sql` and `,
  )}`

test('detects a change of any column of any row of money', async () => {
  const { app } = await givenBooks()
  const tables = [...new Set(kinds.map(({ table }) => table))]
  const [tried, missed, refused] = [new Set<string>(), [] as string[], new Set<string>()]
  for (const table of tables) {
    const kind = kinds.find((one) => one.table === table && !one.isPart) as Kind
    for (const row of (await rowsOf(app, table)).slice(0, 5))
      for (const column of Object.keys(row)) {
        const name = `${table}.${column}`
        // In an ordinary run one row for each column is enough.
        if (kind.key.includes(column) || (tried.has(name) && !isHard)) continue
        const change = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${another(row[column])} where ${matching(kind, row)}`
        if (!(await edit(app, change))) {
          if (!tried.has(name)) refused.add(name)
          continue
        }
        tried.add(name)
        refused.delete(name)
        if ((await problemsWith(app, table)).length === 0) missed.push(name)
        await restore(app, table, row, kind)
      }
  }
  expect(await problems(app)).toEqual([])
  expect(missed).toEqual([])
  expect(tried.size).toBeGreaterThan(90)
  // Constraints of the tables prevent these changes.
  expect(['adjustments.kind', 'charges.userId', 'closings.nth']).toEqual(expect.arrayContaining([...refused]))
})

test('detects a deleted row of money in any table', async () => {
  const { app } = await givenBooks()
  const missed: string[] = []
  const empty: string[] = []
  for (const table of new Set(kinds.map(({ table }) => table))) {
    const [row] = await rowsOf(app, table)
    const kind = kinds.find((one) => one.table === table && !one.isPart) as Kind
    if (!row) empty.push(table)
    else if (await edit(app, sql`delete from ${sql.table(table)} where ${matching(kind, row)}`)) {
      if ((await problems(app)).length === 0) missed.push(table)
      expect(await insert(app, table, row)).toBe(true)
    }
  }
  expect(missed).toEqual([])
  expect(empty).toEqual([])
})

test('detects an inserted row of money in any table', async () => {
  const { app } = await givenBooks()
  const [missed, refused, added] = [[] as string[], [] as string[], [] as string[]]
  for (const table of new Set(kinds.map(({ table }) => table))) {
    const kind = kinds.find((one) => one.table === table && !one.isPart) as Kind
    const [row = {}] = await rowsOf(app, table)
    const copy = copyOf(kind, row)
    if (!(await insert(app, table, copy))) refused.push(table)
    else {
      added.push(table)
      const found = (await problems(app)).filter((message) => message.startsWith(`${kind.label} `))
      if (!found.some((message) => message.endsWith('was added by something other than Carrel.'))) missed.push(table)
      expect(await edit(app, sql`delete from ${sql.table(table)} where ${matching(kind, copy)}`)).toBe(true)
    }
  }
  expect(await problems(app)).toEqual([])
  expect(missed).toEqual([])
  // The table has at most one row.
  expect(refused).toEqual(['receiptBook'])
  expect(added.length).toBeGreaterThan(15)
})
