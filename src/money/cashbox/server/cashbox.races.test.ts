import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { picture } from '#server/testing/pictures.ts'
import { cashCheck } from './cashbox.checks.ts'
import { billForm } from './testing/bill.ts'

/* Concurrent calls of many clerks. On in-memory databases they run one after the other; `npm run test:services` runs them concurrently. */

test('loses and double-counts nothing in closings among sixty payments, voids and entries', { timeout: 60_000 }, async () => {
  const app = await given()
  app.setNow('2026-11-21T06:00:00.000Z')
  const clerks = await Promise.all(Array.from({ length: 20 }, () => app.as('manager')))
  const { _id: studentId } = await app.as('student')
  const owner = await app.as('superadmin')
  const statuses: number[] = []
  const work = async (at: number) => {
    const clerk = clerks[at] ?? owner
    const paid = await clerk.post('/user/fees/payments', { studentId, amount: 100 + at, method: 'cash' })
    const out = await clerk.post('/user/fees/box', { kind: at % 2 ? 'in' : 'out', amount: 10 + at, purpose: 'Tea and snacks' })
    const back = at % 3 === 0 ? await clerk.post(`/user/fees/payments/${paid.body._id}/void`, { reason: 'Mistake' }) : paid
    statuses.push(paid.status, out.status, back.status)
  }
  let isOver = false
  const closing = async () => {
    let closed = 0
    while (!isOver || closed < 5) {
      const { asOf, expected } = (await owner.get('/user/fees/closings/cash')).body
      const { status, body } = await owner.post('/user/fees/closings', { asOf, counted: Math.max(0, expected) })
      // No other clerk closes the box, so this closing is never rejected, however many entries are made at the same time.
      expect([status, body.expected]).toEqual([201, expected])
      closed++
    }
  }
  const evenings = closing()
  await Promise.all(clerks.map((_, at) => work(at)))
  isOver = true
  await evenings
  expect(new Set(statuses)).toEqual(new Set([200, 201]))
  const moves = await app.db.selectFrom('cashMoves').select('amount').execute()
  const cash = (await app.db.selectFrom('payments').select(['amount', 'voidedAt']).execute()).filter(({ voidedAt }) => voidedAt === null)
  const entries = await app.db.selectFrom('boxEntries').select(['kind', 'amount']).execute()
  const entered =
    cash.reduce((sum, { amount }) => sum + amount, 0) +
    entries.reduce((sum, { kind, amount }) => sum + (kind === 'in' ? amount : -amount), 0)
  expect(moves.reduce((sum, { amount }) => sum + amount, 0)).toBe(entered)
  const counted = await app.db
    .selectFrom('closings')
    .select((eb) => [
      eb.fn.sum<number>('cashIn').as('cashIn'),
      eb.fn.sum<number>('cashVoids').as('cashVoids'),
      eb.fn.sum<number>('paidOut').as('paidOut'),
      eb.fn.sum<number>('otherIn').as('otherIn'),
    ])
    .executeTakeFirstOrThrow()
  const open = (await owner.get('/user/fees/closings/cash')).body
  const paise = (rupees: number) => Math.round(rupees * 100)
  expect(
    counted.cashIn -
      counted.cashVoids -
      counted.paidOut +
      counted.otherIn +
      paise(open.cashIn) -
      paise(open.cashVoids) -
      paise(open.paidOut) +
      paise(open.otherIn),
  ).toBe(entered)
  expect(await cashCheck.run(app.platform)).toEqual([])
})

test('closes once if many send the same closing, and returns the same closing to all', async () => {
  const app = await given()
  app.setNow('2026-11-21T06:00:00.000Z')
  const clerk = await app.as('manager')
  const sent = { counted: 100, handedOver: 60, receiver: 'Sunil', clientId: 'evening' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => clerk.post('/user/fees/closings', sent)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body._id}`)).size).toBe(1)
  expect(await app.db.selectFrom('closings').select('id').execute()).toHaveLength(1)
})

test('rejects an entry and stores nothing if an admin locks its month while the bill is being read', async () => {
  const app = await given()
  app.setNow('2026-11-03T06:00:00.000Z')
  const [clerk, admin] = [await app.as('manager'), await app.as('admin')]
  const { replace } = app.storage
  // The bill is stored after the date was checked and before the transaction begins.
  app.storage.replace = async (...bill) => {
    expect((await admin.post('/user/fees/locks', { month: 10, year: 2026 })).status).toBe(201)
    return replace(...bill)
  }
  const sent = billForm({ kind: 'out', amount: 60, purpose: 'Water', paidOn: '2026-10-31' }, await picture())
  const { status, body } = await clerk.post('/user/fees/box', sent)
  expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([400, 'fees.month_locked', ['paidOn']])
  expect((await clerk.get('/user/fees/box')).body.items).toEqual([])
  expect(await app.db.selectFrom('files').select('sha256').execute()).toEqual([])
})
