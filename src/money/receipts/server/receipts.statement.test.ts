import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { receiptLimits } from '../receipts.contract.ts'
import { readPdf } from './testing/readPdf.ts'

const givenStatement = async () => {
  const app = await given()
  app.setNow('2026-11-21T06:00:00.000Z')
  const clerk = await app.as('manager', { name: 'Meera' })
  const asha = await app.as('student', { name: 'आशा Rao', dateJoined: '2026-09-15', slot: 'morning', seatNumber: 4 })
  await clerk.post(`/user/fees/generate/${asha._id}`, { feeAmount: 1000 })
  const admin = await app.as('admin')
  const pay = async (amount: number, more: object = {}) =>
    (await admin.post('/user/fees/payments', { studentId: asha._id, amount, method: 'cash', reason: 'Entered late', ...more })).body
  const statement = async (query = '') => (await clerk.get(`/user/fees/statements/${asha._id}${query}`)).body
  const balance = async () => {
    const { owed, credit } = (await clerk.get(`/user/fees/accounts/${asha._id}`)).body
    return owed - credit
  }
  return { app, clerk, asha, pay, statement, balance }
}

test('lists everything of the financial year to date, with the balance after each entry', async () => {
  const { pay, statement, balance } = await givenStatement()
  await pay(1500, { receivedOn: '2026-10-20' })
  const { from, to, opening, closing, charged, paid, entries } = await statement()
  expect([from, to, opening, charged, paid, closing]).toEqual(['2026-04-01', '2026-11-21', 0, 3000, 1500, 1500])
  expect(entries.map(({ day, kind, amount, balance: after }: never) => [day, kind, amount, after])).toEqual([
    ['2026-09-15', 'charge', 1000, 1000],
    ['2026-10-15', 'charge', 1000, 2000],
    ['2026-10-20', 'payment', -1500, 500],
    ['2026-11-15', 'charge', 1000, 1500],
  ])
  expect(await balance()).toBe(1500)
})

test('agrees with the account after changed amounts, refunds, deposits, voids and credit', async () => {
  const { app, clerk, asha, pay, statement, balance } = await givenStatement()
  const agree = async () => expect((await statement()).closing).toBe(await balance())
  const { items } = (await clerk.get(`/user/fees/${asha._id}`)).body
  await clerk.put(`/user/fees/${items[0]._id}`, { amount: 700, adjustment: 'concession', reason: 'Sibling' })
  await agree()
  const deposit = { studentId: asha._id, kind: 'deposit', month: 11, year: 2026, amount: 500 }
  const { body: charge } = await clerk.post('/user/fees', deposit)
  const ahead = await pay(4000)
  await agree()
  const back = { studentId: asha._id, amount: 500, method: 'cash', feeId: charge._id, reason: 'Deposit returned' }
  const { body: refund } = await clerk.post('/user/fees/refunds', back)
  await agree()
  await clerk.post('/user/fees/refunds', { studentId: asha._id, amount: 100, method: 'cash', reason: 'Too much' })
  await agree()
  app.setNow('2026-11-22T06:00:00.000Z')
  await clerk.post(`/user/fees/refunds/${refund._id}/void`, { reason: 'Not collected' })
  await agree()
  const wrong = await pay(250)
  await clerk.post(`/user/fees/payments/${wrong._id}/void`, { reason: 'Wrong student' })
  await agree()
  const kinds = (await statement()).entries.map(({ kind }: { kind: string }) => kind)
  for (const kind of ['concession', 'returned', 'refund', 'refundVoid', 'payment', 'paymentVoid']) expect(kinds).toContain(kind)
  expect((await statement()).entries.find(({ receiptId }: { receiptId: string }) => receiptId === ahead._id).number).toBe('2026-27/000001')
})

test('counts a fee that is due later this month from the day on which it was charged', async () => {
  const { app, clerk, statement, balance, asha } = await givenStatement()
  app.setNow('2026-12-03T06:00:00.000Z')
  await clerk.post(`/user/fees/generate/${asha._id}`, { feeAmount: 1000 })
  expect(await balance()).toBe(4000)
  const { closing, entries } = await statement()
  expect([closing, entries.at(-1).day]).toEqual([4000, '2026-12-03'])
})

test('begins a period with what was owed before it', async () => {
  const { statement, pay } = await givenStatement()
  await pay(400, { receivedOn: '2026-10-01' })
  const { opening, closing, entries } = await statement('?from=2026-10-01&to=2026-10-31')
  expect([opening, closing, entries.length]).toEqual([1000, 1600, 2])
  expect(await statement('?from=2027-01-01&to=2026-10-31')).toMatchObject({
    code: 'receipts.wrong_period',
    fields: { to: expect.any(String) },
  })
})

test('renders an A4 PDF, and repeats title and number on every page of a long one', async () => {
  const { app, clerk, asha, statement, pay } = await givenStatement()
  await pay(1500, { receivedOn: '2026-10-20' })
  const short = await clerk.get(`/user/fees/statements/${asha._id}/pdf`)
  const read = await readPdf(short.bytes)
  expect([read.pages.length, read.width, read.height]).toEqual([1, 595, 842])
  for (const text of ['Statement of Account', 'आशा Rao', '20 Oct 2026 Payment, receipt 2026-27/000001 ₹1,500 ₹500', '₹1,500 is owed.'])
    expect(read.pages[0]).toContain(text)
  for (let entry = 0; entry < 60; entry++) await pay(10)
  app.setNow('2026-11-21T07:00:00.000Z')
  const { pages } = await readPdf((await clerk.get(`/user/fees/statements/${asha._id}/pdf`)).bytes)
  expect(pages).toHaveLength(2)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain('Particulars')
    expect(page).toContain(`Page ${index + 1} of 2`)
  }
  expect((await statement()).entries).toHaveLength(64)
})

test('omits later entries from a statement as of an earlier day, and says so on its PDF', async () => {
  const { app, clerk, asha, statement, pay } = await givenStatement()
  const { closing } = await statement()
  app.setNow('2026-11-23T06:00:00.000Z')
  await pay(400)
  expect(await statement('?asOf=2026-11-22')).toMatchObject({ asOf: '2026-11-22', to: '2026-11-22', closing })
  expect(await statement()).toMatchObject({ asOf: null, closing: closing - 400 })
  const pdf = async (query: string) => (await readPdf((await clerk.get(`/user/fees/statements/${asha._id}/pdf${query}`)).bytes)).pages[0]
  expect(await pdf('?asOf=2026-11-22')).toContain('As of 22 Nov 2026. Entries made later are not counted.')
  expect(await pdf('')).not.toContain('Entries made later')
})

test('rejects a period with too many entries, and accepts one entry less', async () => {
  const { app, clerk, asha, statement } = await givenStatement()
  const fee = { studentId: asha._id, kind: 'late', month: 9, year: 2026, amount: 1, dueOn: '2026-11-01' }
  const { body } = await clerk.post('/user/fees', fee)
  const row = await app.db.selectFrom('charges').selectAll().where('id', '=', body._id).executeTakeFirstOrThrow()
  const missing = receiptLimits.statementEntries - 4
  app.othersWrite(['fees'])
  for (let at = 0; at < missing; at += 100) {
    const some = Array.from({ length: Math.min(100, missing - at) }, (_, index) => ({ ...row, id: `charge-${at + index}` }))
    await app.db.insertInto('charges').values(some).execute()
  }
  expect((await statement()).entries).toHaveLength(receiptLimits.statementEntries)
  await clerk.post('/user/fees', fee)
  expect(await statement()).toMatchObject({ code: 'receipts.too_long' })
  expect((await statement('?from=2026-09-01&to=2026-09-30')).entries).toHaveLength(1)
})
