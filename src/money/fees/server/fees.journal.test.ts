import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { beginEpoch } from '#server/backup/restore.db.ts'
import { isSqlite } from '#server/db/dialect.ts'
import type { Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { checksOf } from '#server/feature/checks.ts'
import { features } from '#server/features.ts'
import { journalCheck } from '#server/journal/check.ts'
import { headCode } from '#server/journal/journal.ts'
import type { Kind } from '#server/journal/kind.ts'
import { type Given, given } from '#server/testing/given.ts'
import { sealAudit } from '#system/audit/server/audit.service.ts'
import { moneyCheck } from './fees.checks.ts'

/*
 * Every row of money that someone adds, changes or deletes in SQL is found. The cases are made from what the features declare,
 * so that a new table or column without an entry in the journal fails here.
 */

const kinds = Object.values(features).flatMap(({ journal }) => journal)
const checks = checksOf(Object.values(features)).filter(({ name }) => name === 'journal' || name === 'money')

const problems = async ({ platform }: Given, head?: string): Promise<string[]> => {
  const found: string[] = []
  for (const { run } of checks) found.push(...(await run({ ...platform, head })))
  return found
}

/** What the checks say of one table, which is quicker than of all. */
const problemsWith = async ({ platform }: Given, table: keyof Tables): Promise<string[]> => {
  const ofTable = journalCheck(kinds.filter((kind) => kind.table === table))
  return [...(await ofTable.run(platform)), ...(await moneyCheck.run(platform))]
}

/** A hall in which everything that moves money has happened at least once. */
const givenBooks = async () => {
  const app = await given()
  app.setNow('2026-11-21T06:00:00.000Z')
  const owner = await app.as('superadmin')
  const student = { password: 'correct horse battery', role: 'student', dateJoinedLibrary: '2026-10-15' }
  const opened = {
    ...student,
    name: 'Old',
    email: 'old@example.org',
    paidUpTo: '2026-09',
    oldDues: 500,
    reason: 'Paper register',
    phone: '98765 43210',
  }
  await owner.post('/user', opened)
  const { _id: studentId } = (await owner.post('/user', { ...student, name: 'Asha', email: 'asha@example.org' })).body
  await owner.post('/user/fees/generate')
  const pay = async (amount: number) => (await owner.post('/user/fees/payments', { studentId, amount, method: 'cash' })).body
  const wrong = await pay(100)
  await owner.post(`/user/fees/payments/${wrong._id}/void`, { reason: 'Wrong student' })
  const { lines, _id: printed } = await pay(2700)
  await owner.get(`/user/fees/receipts/${printed}`)
  const refund = { studentId, amount: 200, method: 'cash', reason: 'Left' }
  await owner.post('/user/fees/refunds', refund)
  const back = (await owner.post('/user/fees/refunds', { ...refund, feeId: lines[0].feeId })).body
  for (const more of [{}, { referenceReason: 'One transfer' }])
    await owner.post('/user/fees/refunds', { ...refund, amount: 10, method: 'upi', reference: '401234', ...more })
  await owner.post(`/user/fees/refunds/${back._id}/void`, { reason: 'Stays' })
  const fee = { studentId, kind: 'late', month: 11, year: 2026, amount: 80 }
  const { _id: late } = (await owner.post('/user/fees', fee)).body
  await owner.put(`/user/fees/${late}`, { amount: 60, notes: 'Came early', adjustment: 'concession', reason: 'Sibling' })
  await owner.put('/user/fees/receipt-book', { last: '2026-27/000043' })
  await owner.post('/user/fees/locks', { month: 9, year: 2026 })
  const left = { ...student, name: 'Left', email: 'left@example.org', dateJoinedLibrary: '2026-07-15', terminationDate: '2026-08-31' }
  const { _id: former } = (await owner.post('/user', left)).body
  await owner.put(`/user/${former}/termination`, { terminationDate: '2027-03-31', chargeGap: false })
  await closeTheBox(owner)
  await beginEpoch(app.db, 'carrel.tar', new Date('2026-11-21T06:00:00.000Z'))
  await owner.put('/user/fees/receipt-book', { last: '' })
  await transact(app.db, sealAudit)
  return { app, owner, studentId, pay }
}

const closeTheBox = async (owner: Awaited<ReturnType<Given['as']>>): Promise<void> => {
  await owner.post('/user/fees/box', { kind: 'out', amount: 60, purpose: 'Water' })
  const { _id } = (await owner.post('/user/fees/box', { kind: 'in', amount: 90, purpose: 'Old books sold' })).body
  await owner.post(`/user/fees/box/${_id}/void`, { reason: 'Entered twice' })
  const { expected } = (await owner.get('/user/fees/closings/cash')).body
  await owner.post('/user/fees/closings', { counted: expected, handedOver: expected - 100, receiver: 'Owner', clientId: 'evening' })
}

type Row = Record<string, unknown>

const rowsOf = async ({ db }: Given, table: keyof Tables): Promise<Row[]> =>
  (await sql<Row>`select * from ${sql.table(table)}`.execute(db)).rows

test('books that nobody touched have no problems, and say so of a code that was printed', async () => {
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

/** Words that a column is restricted to, each with another that it may have. */
const words: Record<string, string> = {
  cash: 'bank',
  monthly: 'other',
  late: 'other',
  receipt: 'refund',
  concession: 'waiver',
  correction: 'waiver',
  out: 'in',
  payment: 'in',
  'paid-up-to': 'monthly-fee',
}

/** Another value of the same type. */
const another = (value: unknown): unknown => {
  if (value === 0 || value === 1) return 1 - value
  return typeof value === 'number' ? value + 1 : (words[String(value)] ?? `${value ?? ''}1`)
}

/** Edits the database as its owner can, who switches foreign keys off. Returns whether the remaining rules allowed it. */
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

const matching = ({ key }: Pick<Kind, 'key'>, row: Row) =>
  sql`${sql.join(
    key.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
    sql` and `,
  )}`

test('a change of any column of any row of money is found', async () => {
  const { app } = await givenBooks()
  const tables = [...new Set(kinds.map(({ table }) => table))]
  const [tried, missed, refused] = [new Set<string>(), [] as string[], new Set<string>()]
  for (const table of tables) {
    const kind = kinds.find((one) => one.table === table && !one.isPart) as Kind
    for (const row of (await rowsOf(app, table)).slice(0, 5))
      for (const column of Object.keys(row)) {
        if (kind.key.includes(column)) continue
        const name = `${table}.${column}`
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
  // The tables' own rules do not let these happen.
  expect(['adjustments.kind', 'charges.userId', 'closings.nth']).toEqual(expect.arrayContaining([...refused]))
})

test('a row of money that is deleted is found, whatever table it is in', async () => {
  const { app } = await givenBooks()
  const missed: string[] = []
  const empty: string[] = []
  for (const table of new Set(kinds.map(({ table }) => table))) {
    const [row] = await rowsOf(app, table)
    const kind = kinds.find((one) => one.table === table && !one.isPart) as Kind
    if (!row) empty.push(table)
    else if (await edit(app, sql`delete from ${sql.table(table)} where ${matching(kind, row)}`)) {
      if ((await problems(app)).length === 0) missed.push(table)
      const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
      const back = sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`
      expect(await edit(app, back)).toBe(true)
    }
  }
  expect(missed).toEqual([])
  expect(empty).toEqual([])
})
