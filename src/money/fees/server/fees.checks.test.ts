import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { moneyCheck } from './fees.checks.ts'

const givenMoney = async () => {
  const app = await given()
  app.setNow('2026-11-21T06:00:00.000Z')
  const clerk = await app.as('manager')
  const { _id: studentId } = await app.as('student', { dateJoined: '2026-10-15' })
  await clerk.post('/user/fees/generate')
  const { body } = await clerk.post('/user/fees/payments', { studentId, amount: 2700, method: 'cash' })
  await clerk.post('/user/fees/refunds', { studentId, amount: 200, method: 'cash', reason: 'Left' })
  const fee = body.lines[0].feeId
  await clerk.post('/user/fees/refunds', { studentId, feeId: fee, amount: 300, method: 'cash', reason: 'Left' })
  return { app, fee, receipt: body.receiptNumber, check: () => moneyCheck.run(app.platform) }
}

test('reports nothing if the money is where the ledger says', async () => {
  const { check } = await givenMoney()
  expect(await check()).toEqual([])
})

test.each([
  'update fee_dues set owed = owed + 1',
  'update fee_dues set students = students + 1',
  'delete from fee_dues',
  `update fee_accounts set since = '2026-01-01' where since is not null`,
  `update fee_accounts set is_deleted = 1`,
  `update fee_due_days set until = '2027-01-01' where until = 'never'`,
  'update fee_due_days set is_deleted = 1',
  'delete from fee_due_days',
  'delete from fee_accounts',
  // Sums of fees that do not exist would be shown as collected.
  'insert into fee_totals (period, settled, charges, amount, paid_amount) values (24320, 1, 0, 500000, 500000)',
  `insert into fee_accounts (user_id, charges, open_charges, amount, paid_amount, since, is_deleted)
    select id, 0, 0, 500000, 500000, null, 0 from users where role = 'manager' limit 1`,
  `insert into fee_accounts (user_id, charges, open_charges, amount, paid_amount, since, is_deleted)
    select id, 0, 1, 0, 0, '2026-01-01', 0 from users where role = 'manager' limit 1`,
])('the doctor reports sums that differ from the fees: %s', async (statement) => {
  const { app, check } = await givenMoney()
  const owes = await app.as('student', { dateJoined: '2026-10-15' })
  await (await app.as('manager')).post(`/user/fees/generate/${owes._id}`, { feeAmount: 900 })
  expect(await check()).toEqual([])
  await sql.raw(statement).execute(app.db)
  const about = /fee_accounts|fee_totals/.test(statement) ? 'fees' : 'dues'
  expect(await check()).toEqual([`The sums of ${about} that are kept ready are not those of the fees.`])
})

test('the doctor reports names on receipts that a search would not find', async () => {
  const { app, check } = await givenMoney()
  await sql`delete from issued_names`.execute(app.db)
  expect(await check()).toEqual(['Names on receipts are missing in the list that a search reads.'])
})

const givenNumbers = async (now = '2026-11-21T06:00:00.000Z') => {
  const app = await given()
  app.setNow(now)
  const superadmin = await app.as('superadmin')
  const { _id: studentId } = await app.as('student')
  const paid = { studentId, amount: 100, method: 'cash' }
  const pay = async (): Promise<string> => (await superadmin.post('/user/fees/payments', paid)).body.receiptNumber
  const refund = async (): Promise<string> =>
    (await superadmin.post('/user/fees/refunds', { ...paid, amount: 10, reason: 'Left' })).body.voucherNumber
  const correct = (last: string, lastVoucher = '') => superadmin.put('/user/fees/receipt-book', { last, lastVoucher })
  /** Deletes receipts directly in the database. */
  const lose = async (number: string) => {
    await sql`delete from receipt_prints where payment_id in (select id from payments where receipt_number = ${number})`.execute(app.db)
    await sql`delete from payments where receipt_number = ${number}`.execute(app.db)
  }
  const check = async () => (await moneyCheck.run(app.platform)).filter((message) => /missing|not given/.test(message))
  return { pay, refund, correct, lose, check, app }
}

test('explains numbers that a correction of receipts or vouchers skipped', async () => {
  const { pay, refund, correct, check } = await givenNumbers()
  await pay()
  await correct('2026-27/000009', 'R/2026-27/000004')
  expect([await pay(), await refund()]).toEqual(['2026-27/000010', 'R/2026-27/000005'])
  await correct('2026-27/000020')
  expect(await check()).toEqual([])
})

test('does not explain a gap by a correction that was reverted', async () => {
  const { pay, correct, lose, check } = await givenNumbers()
  await pay()
  await correct('2026-27/000900')
  await correct('2026-27/000003')
  for (const number of ['2026-27/000004', '2026-27/000005', '2026-27/000006', '2026-27/000007']) expect(await pay()).toBe(number)
  expect(await check()).toEqual([])
  await lose('2026-27/000005')
  expect(await check()).toEqual(['Receipt 2026-27/000005 is missing, and no correction of the last number explains that.'])
  await lose('2026-27/000006')
  expect(await check()).toEqual([
    'Receipts 2026-27/000005 to 2026-27/000006 are missing, and no correction of the last number explains that.',
  ])
})

test('reports the first and the last number of a year next to an explained gap', async () => {
  const { app, pay, refund, correct, lose, check } = await givenNumbers()
  await pay()
  await pay()
  await correct('2026-27/000004')
  await pay()
  await pay()
  for (const number of ['2026-27/000001', '2026-27/000002', '2026-27/000006']) await lose(number)
  expect(await check()).toEqual([
    'Receipts 2026-27/000001 to 2026-27/000002 are missing, and no correction of the last number explains that.',
    'Receipt 2026-27/000006 is missing, and no correction of the last number explains that.',
  ])
  await refund()
  await sql`update number_series set last = 3 where series = 'refund'`.execute(app.db)
  expect((await check()).at(-1)).toBe(
    'Vouchers R/2026-27/000002 to R/2026-27/000003 are missing, and no correction of the last number explains that.',
  )
  await sql`update number_series set last = 0 where series = 'refund'`.execute(app.db)
  expect(await check()).toContain('Voucher R/2026-27/000001 has a number that was not given yet.')
})

test('numbers each financial year separately', async () => {
  const { app, pay, correct, check } = await givenNumbers('2027-03-31T18:00:00.000Z')
  await pay()
  await correct('2026-27/000007')
  app.setNow('2027-03-31T18:30:00.000Z')
  expect(await pay()).toBe('2027-28/000001')
  expect(await check()).toEqual([])
})

test('the doctor reports a manual change of the database', async () => {
  const { app, fee, receipt, check } = await givenMoney()
  await sql`update charges set paid_amount = 60000, settled_at = null where id = ${fee}`.execute(app.db)
  expect(await check()).toEqual([`Fee ${fee} says that ₹600 is paid, but its payments say ₹700.`])
  await sql`update charges set paid_amount = 70000, settled_at = 'then' where id = ${fee}`.execute(app.db)
  await sql`update adjustments set amount = -20000`.execute(app.db)
  await sql`update payments set credit = credit + 100`.execute(app.db)
  await sql`update refunds set amount = 21000 where amount = 20000`.execute(app.db)
  await sql`update number_series set last = 0 where series = 'receipt'`.execute(app.db)
  await sql`update fee_totals set amount = amount + 1`.execute(app.db)
  expect(await check()).toEqual([
    `Fee ${fee} costs ₹700, but what was charged and changed makes ₹800.`,
    `Receipt ${receipt} is of ₹2,700, but the fees and the credit that it paid make ₹2,701.`,
    'Voucher R/2026-27/000001 is of ₹210, but what it gave back makes ₹200.',
    `Receipt ${receipt} has a number that was not given yet.`,
    'The sums of fees that are kept ready are not those of the fees.',
  ])
})
