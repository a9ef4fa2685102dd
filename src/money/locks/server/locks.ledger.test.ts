import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { type Call, concurrentDatabase, type Ending, statusAfterWaiting } from '#server/testing/waiting.ts'

const givenHall = async () => {
  const app = await given({}, { database: await concurrentDatabase() })
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
  const calls: Record<string, Call> = {
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

const statusAfter = async ({ app, calls }: Hall, name: string, ending: Ending): Promise<number> =>
  statusAfterWaiting(app, await app.as('manager'), { held: 'fees', call: calls[name] ?? ['PUT', '', {}], ending })

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
