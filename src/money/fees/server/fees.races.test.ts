import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { moneyCheck } from './fees.checks.ts'

/* Concurrent calls of many clerks. On in-memory databases they run one after the other; `npm run test:services` runs them concurrently. */

const givenHall = async (students = 1) => {
  const app = await given()
  app.setNow('2026-11-21T06:00:00.000Z')
  const clerks = await Promise.all(Array.from({ length: 20 }, () => app.as('manager')))
  const [clerk] = clerks
  if (!clerk) throw new Error('no clerk')
  const people = await Promise.all(Array.from({ length: students }, () => app.as('student', { dateJoined: '2026-09-15' })))
  await clerk.post('/user/fees/generate')
  const fees = (await clerk.get('/user/fees')).body.items as { _id: string; student: { _id: string } }[]
  return { app, clerk, clerks, students: people.map(({ _id }) => _id), fees }
}

const numbersOf = async (app: Awaited<ReturnType<typeof given>>) =>
  (await app.db.selectFrom('payments').select('receiptNumber').orderBy('receiptNumber').execute()).map(({ receiptNumber }) => receiptNumber)

const withoutGap = (count: number) => Array.from({ length: count }, (_, at) => `2026-27/${String(at + 1).padStart(6, '0')}`)

test('records one payment if twenty clerks mark a fee as paid at once, and tells the others that it is paid', async () => {
  const { app, clerks, fees } = await givenHall()
  const answers = await Promise.all(clerks.map((each) => each.put(`/user/fees/${fees[0]?._id}`, { paid: true })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(409)])
  expect(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.code))).toEqual(new Set(['fees.already_paid']))
  expect(await numbersOf(app)).toEqual(withoutGap(1))
})

test('generates every month once if twenty clerks generate at once', async () => {
  const { app, clerks } = await givenHall(0)
  const { _id } = await app.as('student', { dateJoined: '2025-11-30' })
  const answers = await Promise.all(clerks.map((each) => each.post(`/user/fees/generate/${_id}`, { feeAmount: 1000 })))
  expect(answers.map(({ body }) => body.created).toSorted((one, other) => other - one)).toEqual([13, ...Array<number>(19).fill(0)])
  expect(await app.db.selectFrom('charges').select('id').execute()).toHaveLength(13)
})

test('refunds credit once, however many clerks press', async () => {
  const { app, clerk, clerks, students } = await givenHall()
  const [studentId] = students
  await clerk.post('/user/fees/payments', { studentId, amount: 3500, method: 'cash' })
  const sent = { studentId, amount: 500, method: 'cash', reason: 'Moved away' }
  const answers = await Promise.all(clerks.map((each) => each.post('/user/fees/refunds', sent)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(19).fill(409)])
  expect(await app.db.selectFrom('payments').select('credit').execute()).toEqual([{ credit: 0 }])
})

test('lists a student who pays while being deleted among the deleted, with the rest of their dues', async () => {
  const { app, clerk, clerks, students, fees } = await givenHall(8)
  const admin = await app.as('admin')
  const pay = (id: string, at: number) => {
    const fee = fees.findLast(({ student }) => student._id === id)
    return clerks[at]?.post(`/user/fees/${fee?._id}/payments`, { amount: 100 + at, method: 'cash' })
  }
  const done = await Promise.all(students.flatMap((id, at) => [pay(id, at), admin.del(`/user/${id}`), pay(id, at + 8)]))
  expect(done.map((answer) => answer?.status)).toEqual(students.flatMap(() => [201, 204, 201]))
  const { total, deleted } = (await clerk.get('/user/fees/dues')).body
  const accounts = await Promise.all(students.map(async (id) => (await clerk.get(`/user/fees/accounts/${id}`)).body.owed as number))
  expect([total, deleted]).toEqual([0, { students: 8, owed: accounts.reduce((sum, owed) => sum + owed, 0) }])
  expect(await moneyCheck.run(app.platform)).toEqual([])
})

const WRITES = Number(process.env.RACE_WRITES ?? 120)

test(`leaves no gap in the numbers after ${WRITES} mixed payments and voids at once, and every paisa in its place`, {
  timeout: 30_000 + WRITES * 200,
}, async () => {
  const { app, clerks, students, fees } = await givenHall(6)
  const write = async (at: number) => {
    const clerk = clerks[at % clerks.length]
    const studentId = students[at % students.length]
    if (at % 3 === 0) return clerk?.put(`/user/fees/${fees[at % fees.length]?._id}`, { paid: at % 2 === 0 })
    const paid = await clerk?.post('/user/fees/payments', { studentId, amount: 100 + at, method: 'cash' })
    return at % 3 === 1 ? clerk?.post(`/user/fees/payments/${paid?.body._id}/void`, { reason: 'Mistake' }) : paid
  }
  // Twenty workers at a time, each with sequential calls.
  const statuses: (number | undefined)[] = []
  const work = async (clerk: number) => {
    for (let at = clerk; at < WRITES; at += clerks.length) statuses.push((await write(at))?.status)
  }
  await Promise.all(clerks.map((_, clerk) => work(clerk)))
  expect([...new Set(statuses)].filter((status) => ![200, 201, 409].includes(status ?? 0))).toEqual([])
  const numbers = await numbersOf(app)
  expect(numbers).toEqual(withoutGap(numbers.length))
  const living = await app.db.selectFrom('payments').select(['id', 'amount', 'credit']).where('voidedAt', 'is', null).execute()
  const parts = await app.db.selectFrom('allocations').select(['paymentId', 'amount']).execute()
  for (const { id, amount, credit } of living) {
    const spread = parts.filter(({ paymentId }) => paymentId === id).reduce((sum, part) => sum + part.amount, 0)
    expect(spread + credit).toBe(amount)
  }
  const charges = await app.db.selectFrom('charges').select('paidAmount').execute()
  const paid = charges.reduce((sum, charge) => sum + charge.paidAmount, 0)
  expect(paid + living.reduce((sum, { credit }) => sum + credit, 0)).toBe(living.reduce((sum, { amount }) => sum + amount, 0))
})
