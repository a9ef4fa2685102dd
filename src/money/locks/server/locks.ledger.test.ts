import { describe, expect, test } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { lock } from '#server/db/locks.ts'
import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { afterTest } from '#server/testing/afterwards.ts'
import { testDatabase } from '#server/testing/database.ts'
import { given, type SignedInPerson } from '#server/testing/given.ts'
import { openSqliteFile } from '#server/testing/sqliteFile.ts'
import { installTriggers } from '#server/testing/writes.ts'

const isSqlite = (process.env.TEST_DATABASE ?? 'sqlite') === 'sqlite'

/** A database that admits calls while a transaction runs, which one in memory does not. */
const givenDatabase = async (): Promise<Database> => {
  if (!isSqlite) return testDatabase(installTriggers)
  const { database, close } = await openSqliteFile()
  afterTest(close)
  await installTriggers(database.db)
  return database
}

const givenHall = async () => {
  const app = await given({}, { database: await givenDatabase() })
  app.othersWrite(['users', 'sessions'])
  const clerk = await app.as('manager')
  const { _id: studentId } = await app.as('student', { dateJoined: app.today() })
  const charge = { studentId, kind: 'locker', month: 1, year: 2027, amount: 300 }
  const fee = (await clerk.post('/user/fees', charge)).body
  const payment = (await clerk.post('/user/fees/payments', { studentId, amount: 900, method: 'cash' })).body
  const refunded = { studentId, amount: 50, method: 'cash', reason: 'Paid twice' }
  const refund = (await clerk.post('/user/fees/refunds', refunded)).body
  const box = { kind: 'out', amount: 40, purpose: 'Water cans' }
  const entry = (await clerk.post('/user/fees/box', box)).body
  const reason = { reason: 'Wrong student' }
  const calls: Record<string, [method: 'POST' | 'PUT', path: string, body: object]> = {
    'a payment': ['POST', '/user/fees/payments', { studentId, amount: 100, method: 'cash' }],
    'a payment of a fee': ['POST', `/user/fees/${fee._id}/payments`, { amount: 100, method: 'cash' }],
    'a void': ['POST', `/user/fees/payments/${payment._id}/void`, reason],
    'a corrected payment': ['POST', `/user/fees/payments/${payment._id}/correct`, { amount: 800, method: 'cash' }],
    'a refund': ['POST', '/user/fees/refunds', refunded],
    'a void of a refund': ['POST', `/user/fees/refunds/${refund._id}/void`, reason],
    'cash out': ['POST', '/user/fees/box', box],
    'a void of cash out': ['POST', `/user/fees/box/${entry._id}/void`, reason],
    'a closing': ['POST', '/user/fees/closings', { counted: 0 }],
    'a charge': ['POST', '/user/fees', charge],
    'a changed fee': ['PUT', `/user/fees/${fee._id}`, { amount: 200, reason: 'Sibling' }],
    'missing months': ['POST', `/user/fees/generate/${studentId}`, { feeAmount: 500 }],
  }
  return { app, calls }
}
type Hall = Awaited<ReturnType<typeof givenHall>>

const endings = {
  'lost the role': (tx: Db, { _id }: SignedInPerson) => tx.updateTable('users').set({ role: 'student' }).where('id', '=', _id).execute(),
  'lost the session': (tx: Db, { sessionId }: SignedInPerson) => tx.deleteFrom('sessions').where('id', '=', sessionId).execute(),
  'waited, and nothing else': async () => undefined,
} satisfies Record<string, (tx: Db, clerk: SignedInPerson) => Promise<unknown>>

/** Holds the ledger while a call is admitted and its caller then meets with an ending. Returns the status. */
const statusAfter = async ({ app, calls }: Hall, call: string, ending: keyof typeof endings): Promise<number> => {
  const clerk = await app.as('manager')
  const [method, path, payload] = calls[call] ?? ['PUT', '', {}]
  // The usual helpers write before each call, which would wait for the transaction that holds the ledger.
  const inject = (options: object) => app.server.inject({ headers: { authorization: clerk.token }, ...options })
  const [begun, admitted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = transact(app.db, async (tx) => {
    await lock(tx, 'fees')
    begun.resolve()
    await admitted.promise
    await endings[ending](tx, clerk)
  })
  await begun.promise
  const read = app.clockReads()
  const answer = inject({ method, url: `/api${path}`, payload })
  // A call reads the clock when it is admitted, when its context is made, and when its body is there.
  await expect.poll(app.clockReads).toBeGreaterThanOrEqual(read + 3)
  expect((await inject({ url: '/api/auth/me' })).statusCode).toBe(200)
  admitted.resolve()
  await held
  return (await answer).statusCode
}

const rowsOf = async ({ app: { db } }: Hall) =>
  Promise.all(
    (['payments', 'refunds', 'boxEntries', 'closings', 'charges', 'adjustments', 'audit', 'cashMoves'] as const).map(
      async (table) => (await db.selectFrom(table).select('id').execute()).length,
    ),
  )

describe('a call that books money and was admitted before its caller', () => {
  test.each([
    ['lost the role', 403],
    ['lost the session', 401],
  ] as const)('%s changes nothing', async (ending, status) => {
    const hall = await givenHall()
    const before = await rowsOf(hall)
    for (const call of Object.keys(hall.calls)) expect([call, await statusAfter(hall, call, ending)]).toEqual([call, status])
    expect(await rowsOf(hall)).toEqual(before)
  })

  test('waited, and nothing else, books', async () => {
    const hall = await givenHall()
    for (const call of Object.keys(hall.calls)) {
      const before = await rowsOf(hall)
      const status = await statusAfter(hall, call, 'waited, and nothing else')
      // The fee is paid and its payment refunded, so some of these calls are refused for what they ask.
      expect([call, status]).toEqual([call, status === 409 ? 409 : expect.toBeOneOf([200, 201])])
      if (status !== 409) expect([call, await rowsOf(hall)]).not.toEqual([call, before])
    }
  })
})
