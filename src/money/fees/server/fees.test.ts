import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'

/** A hall on 21 November 2026 with one student who joined in September. */
const givenFees = async (joined = '2026-09-15') => {
  const app = await given()
  app.setNow('2026-11-21T06:00:00.000Z')
  const clerk = await app.as('manager', { name: 'Meera' })
  const asha = await app.as('student', { name: 'Asha Rao', email: 'asha@example.org', dateJoined: joined, slot: 'morning', seatNumber: 4 })
  const generate = () => clerk.post(`/user/fees/generate/${asha._id}`, { feeAmount: 1000 })
  const list = async (query = '') => (await clerk.get(`/user/fees${query}`)).body.items
  const account = async () => (await clerk.get(`/user/fees/accounts/${asha._id}`)).body
  const pay = (amount: number, more: object = {}) =>
    clerk.post('/user/fees/payments', { studentId: asha._id, amount, method: 'cash', ...more })
  return { app, clerk, asha, generate, list, account, pay }
}

describe('generating fees', () => {
  test('charges every month from joining to the current one, once', async () => {
    const { generate, list } = await givenFees()
    const { status, body } = await generate()
    expect([status, body.created, body.skipped, body.items.length]).toEqual([200, 3, 0, 3])
    expect((await list()).map(({ month, year, amount, paid, dueOn }: never) => [month, year, amount, paid, dueOn])).toEqual([
      [11, 2026, 1000, false, '2026-11-15'],
      [10, 2026, 1000, false, '2026-10-15'],
      [9, 2026, 1000, false, '2026-09-15'],
    ])
    expect((await generate()).body).toEqual({ created: 0, skipped: 3, items: [] })
  })

  test.each([0, -1, 0.001, 1e308, '1000', null, undefined])('rejects %j as the amount of a fee', async (feeAmount) => {
    const { clerk, asha, list } = await givenFees()
    expect((await clerk.post(`/user/fees/generate/${asha._id}`, { feeAmount })).status).toBe(400)
    expect(await list()).toEqual([])
  })
})

describe('the due date of a monthly fee', () => {
  test.each([
    ['of this month', 11, 2026, '2026-12-31', '2027-01-01'],
    ['of a later month', 2, 2027, '2027-03-31', '2027-04-01'],
    ['that is charged late', 9, 2026, '2026-12-31', '2027-01-01'],
  ])('%s ends with the month after it at the latest, so that it is overdue some day', async (_name, month, year, last, tooLate) => {
    const { clerk, asha } = await givenFees()
    const charge = (dueOn: string, kind = 'monthly') =>
      clerk.post('/user/fees', { studentId: asha._id, kind, month, year, amount: 1000, dueOn })
    for (const dueOn of [tooLate, '2099-12-31']) {
      const { status, body } = await charge(dueOn)
      expect([status, body.code, body.params, Object.keys(body.fields)]).toEqual([400, 'fees.due_too_late', { last }, ['dueOn']])
    }
    expect((await charge('2099-12-31', 'admission')).status).toBe(201)
    expect((await charge(last)).body).toMatchObject({ dueOn: last })
  })
})

describe('paying', () => {
  test('allocates a payment to the oldest fees, and keeps the rest as credit for the next fee', async () => {
    const { app, generate, pay, account, list } = await givenFees()
    await generate()
    const { status, body } = await pay(3500)
    expect([status, body.receiptNumber, body.credit, body.lines.map((line: { month: number }) => line.month)]).toEqual([
      201,
      '2026-27/000001',
      500,
      [9, 10, 11],
    ])
    app.setNow('2026-12-01T06:00:00.000Z')
    await generate()
    expect((await list()).map(({ month, paidAmount, paid }: never) => [month, paidAmount, paid])).toEqual([
      [12, 500, false],
      [11, 1000, true],
      [10, 1000, true],
      [9, 1000, true],
    ])
    expect(await account()).toMatchObject({ owed: 500, owedSince: '2026-12-15', credit: 0 })
  })

  test('pays the balance in cash with Mark Paid, and tells a second clerk that it is paid', async () => {
    const { clerk, generate, list } = await givenFees()
    await generate()
    const [fee] = await list()
    const first = await clerk.put(`/user/fees/${fee._id}`, { paid: true })
    expect(first.body).toMatchObject({ paid: true, paidAmount: 1000, paidDate: '2026-11-21T06:00:00.000Z' })
    const second = await clerk.put(`/user/fees/${fee._id}`, { paid: true })
    expect([second.status, second.body.code]).toEqual([409, 'fees.already_paid'])
    const { body } = await clerk.get(`/user/fees/${fee._id}/payments`)
    expect(body.items).toMatchObject([{ amount: 1000, method: 'cash', receiptNumber: '2026-27/000001', voided: null }])
  })

  test('voids the whole payment with Mark Unpaid, other months included, and does not apply credit again automatically', async () => {
    const { clerk, generate, pay, list, account } = await givenFees()
    await generate()
    await pay(2000)
    await pay(1500)
    const september = (await list()).at(-1)
    const unpaid = await clerk.put(`/user/fees/${september._id}`, { paid: false })
    expect(unpaid.body).toMatchObject({ paid: false, paidAmount: 0, paidDate: null })
    expect(await account()).toMatchObject({ owed: 2000, credit: 500 })
    const { payments } = await account()
    expect(payments.map(({ voided, credit }: never) => [voided, credit])).toEqual([
      [null, 500],
      [{ at: expect.any(String), by: 'Meera', reason: 'Marked unpaid' }, 0],
    ])
    const paid = await clerk.post(`/user/fees/${september._id}/credit`)
    expect(paid.body).toMatchObject({ paid: false, paidAmount: 500 })
    expect(await account()).toMatchObject({ owed: 1500, credit: 0 })
  })

  test('refunds credit, and does not void a payment that was partly refunded', async () => {
    const { clerk, asha, generate, pay, account } = await givenFees()
    await generate()
    const { body: payment } = await pay(3500)
    const refund = (amount: number) =>
      clerk.post('/user/fees/refunds', { studentId: asha._id, amount, method: 'cash', reason: 'Moved away' })
    expect((await refund(501)).body).toMatchObject({
      code: 'fees.not_so_much',
      message: 'Only ₹500 can be given back.',
      params: { available: 500 },
      fields: { amount: 'Only ₹500 can be given back.' },
    })
    const { body } = await refund(500)
    expect(body).toMatchObject({ voucherNumber: 'R/2026-27/000001', amount: 500 })
    expect(await account()).toMatchObject({ credit: 0, owed: 0 })
    const refused = await clerk.post(`/user/fees/payments/${payment._id}/void`, { reason: 'Mistake' })
    expect([refused.status, refused.body.code]).toEqual([409, 'fees.refunded'])
    await clerk.post(`/user/fees/refunds/${body._id}/void`, { reason: 'Not collected' })
    expect(await account()).toMatchObject({ credit: 500 })
    expect((await clerk.post(`/user/fees/payments/${payment._id}/void`, { reason: 'Mistake' })).status).toBe(200)
    expect(await account()).toMatchObject({ credit: 0, owed: 3000 })
  })

  test('requires a reference for a refund by UPI or bank, of at least six characters, unless it is skipped', async () => {
    const { clerk, asha, pay, account } = await givenFees()
    await pay(1000)
    const refund = (more: object) => clerk.post('/user/fees/refunds', { studentId: asha._id, amount: 100, reason: 'Paid twice', ...more })
    const sentence = 'Please enter at least the last six characters of the reference number'
    for (const method of ['upi', 'bank'])
      for (const missing of [{}, { reference: '12 345' }, { referenceSkipped: false }]) {
        const { status, body } = await refund({ method, ...missing })
        expect([status, body.code, body.fields]).toEqual([400, 'fees.reference_needed', { reference: sentence }])
      }
    expect((await refund({ method: 'upi', reference: '12 34 56' })).body).toMatchObject({ reference: '12 34 56' })
    expect((await refund({ method: 'bank', referenceSkipped: true })).body).toMatchObject({ reference: '' })
    for (const method of ['cash', 'other']) expect((await refund({ method })).status).toBe(201)
    expect((await account()).refunds).toHaveLength(4)
  })

  test('requires a reason for a reference that another refund has, even if only its end is entered', async () => {
    const { clerk, asha, pay } = await givenFees()
    await pay(1000, { method: 'upi', reference: 'AXIS 4012 3456' })
    const refund = (more: object) => clerk.post('/user/fees/refunds', { studentId: asha._id, amount: 100, reason: 'Paid twice', ...more })
    const { body: first } = await refund({ method: 'upi', reference: 'AXIS 4012 3456' })
    await refund({ method: 'other', reference: 'No. 7' })
    const message = 'Voucher R/2026-27/000001 of Asha Rao has this reference already. Enter a reason to use it again.'
    for (const reference of ['axis40123456', '123456']) {
      const { status, body } = await refund({ method: 'bank', reference })
      expect([status, body.fields]).toEqual([409, { reference: message }])
    }
    expect((await refund({ method: 'bank', reference: '2340123456' })).status).toBe(201)
    expect((await refund({ method: 'other', reference: 'NO.7' })).body).toMatchObject({
      code: 'fees.reference_used',
      params: { voucher: expect.any(String), student: expect.any(String) },
    })
    expect((await refund({ method: 'other', reference: 'o. 7' })).status).toBe(201)
    expect((await refund({ method: 'bank', reference: '123456', referenceReason: 'One transfer' })).status).toBe(201)
    await clerk.post(`/user/fees/refunds/${first._id}/void`, { reason: 'Not collected' })
    expect((await refund({ method: 'upi', reference: 'AXIS 4012' })).status).toBe(201)
  })

  test('reduces a fee by its refund, and keeps it paid', async () => {
    const { clerk, asha, generate, pay, list } = await givenFees()
    await generate()
    await pay(3000)
    const [november] = await list()
    const sent = { studentId: asha._id, amount: 400, method: 'cash', reason: 'Left early', feeId: november._id }
    expect((await clerk.post('/user/fees/refunds', sent)).status).toBe(201)
    expect((await list())[0]).toMatchObject({ amount: 600, paidAmount: 600, paid: true })
    expect((await clerk.get('/user/fees/summary')).body).toMatchObject({ totalAmount: 2600, paidAmount: 2600, unpaidAmount: 0 })
  })

  test('records one payment if the same call is sent twice', async () => {
    const { pay, account } = await givenFees()
    const [one, two] = [await pay(700, { clientId: 'abc' }), await pay(700, { clientId: 'abc' })]
    expect(two.body).toEqual(one.body)
    expect((await account()).payments).toHaveLength(1)
    expect((await pay(800, { clientId: 'abc' })).status).toBe(409)
  })

  test('requires a reason for a reference that another payment has', async () => {
    const { pay } = await givenFees()
    await pay(700, { method: 'upi', reference: '4012 3456' })
    const again = await pay(700, { method: 'upi', reference: '40123456' })
    expect([again.status, again.body.message]).toEqual([
      409,
      'Receipt 2026-27/000001 of Asha Rao has this reference already. Enter a reason to use it again.',
    ])
    expect((await pay(700, { method: 'upi', reference: '40123456', referenceReason: 'Two siblings' })).status).toBe(201)
  })
})

describe('the amount of a fee', () => {
  test('is changed by an adjustment and never falls below the paid amount', async () => {
    const { clerk, generate, list, pay } = await givenFees()
    await generate()
    await pay(500)
    const september = (await list()).at(-1)
    const change = (body: object) => clerk.put(`/user/fees/${september._id}`, body)
    const refused = await change({ amount: 499, notes: '' })
    expect([refused.status, refused.body.message]).toEqual([409, 'The amount cannot be less than what is already paid (₹500).'])
    expect((await change({ amount: 800, notes: 'Sibling', adjustment: 'concession', reason: 'Two of a family' })).body).toMatchObject({
      amount: 800,
      notes: 'Sibling',
      paid: false,
    })
    expect((await change({ amount: 500, notes: null })).body).toMatchObject({ paid: true, notes: '' })
    expect((await change({ notes: ['x'] })).body.fields).toEqual({ notes: 'Please enter some text' })
    expect((await change({ notes: 'x'.repeat(501) })).body.fields).toEqual({ notes: 'Please use at most 500 characters' })
    expect((await clerk.get(`/user/fees/${september._id}/payments`)).body.adjustments).toMatchObject([
      { kind: 'correction', amount: -300, by: 'Meera' },
      { kind: 'concession', amount: -200, reason: 'Two of a family' },
    ])
  })

  test('does not change if the whole record is sent back unchanged', async () => {
    const { clerk, generate, list } = await givenFees()
    await generate()
    const [fee] = await list()
    const { status, body } = await clerk.put(`/user/fees/${fee._id}`, fee)
    expect([status, body]).toEqual([200, fee])
  })
})

test('filters the list and its sums', async () => {
  const { app, clerk, asha, generate, list, pay } = await givenFees()
  const bela = await app.as('student', { name: 'Bela', email: 'bela@example.org', dateJoined: '2026-11-01' })
  await generate()
  await clerk.post('/user/fees/generate')
  await pay(1500)
  const sums = async (query: string) => {
    const { body } = await clerk.get(`/user/fees/summary${query}`)
    return [body.totalAmount, body.paidAmount, body.paidCount, body.unpaidAmount, body.unpaidCount, body.students, body.records]
  }
  expect(await sums('')).toEqual([4000, 1500, 1, 2500, 3, 2, 4])
  expect(await sums('?status=paid')).toEqual([1000, 1000, 1, 0, 0, 1, 1])
  expect(await sums('?status=unpaid')).toEqual([3000, 500, 0, 2500, 3, 2, 3])
  expect(await sums(`?student=${bela._id}`)).toEqual([1000, 0, 0, 1000, 1, 1, 1])
  expect(await sums('?search=ASHA')).toEqual([3000, 1500, 1, 1500, 2, 1, 3])
  expect(await sums('?search=asha&status=paid')).toEqual([1000, 1000, 1, 0, 0, 1, 1])
  expect(await list(`?student=${asha._id}&status=unpaid`)).toHaveLength(2)
  expect(await list('?search=bela')).toHaveLength(1)
  const first = (await clerk.get('/user/fees?limit=3')).body
  const second = (await clerk.get(`/user/fees?limit=3&cursor=${first.nextCursor}`)).body
  expect([first.total, first.items.length, second.items.length, second.nextCursor]).toEqual([4, 3, 1, null])
})

test('pages through students with their dues by name, including namesakes and long names', async () => {
  const { app, clerk } = await givenFees()
  const long = 'न'.repeat(119)
  for (const name of ['Chitra', `${long}a`, 'Bela', `${long}b`, 'Bela']) await app.as('student', { name })
  const names: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await clerk.get(`/user/fees/accounts?limit=2&cursor=${cursor}`)
    names.push(...body.items.map(({ student }: { student: { name: string } }) => student.name))
    cursor = body.nextCursor
  }
  expect(names).toEqual(['Asha Rao', 'Bela', 'Bela', 'Chitra', `${long}a`, `${long}b`])
})

test('rejects a repeated call that differs in anything, and records nothing', async () => {
  const app = await given()
  const clerk = await app.as('manager')
  const { _id: studentId } = await app.as('student')
  const late = async () => (await clerk.post('/user/fees', { studentId, kind: 'late', month: 1, year: 2026, amount: 50 })).body._id
  const [one, other] = [await late(), await late()]
  const sent = { studentId, amount: 20, method: 'cash', clientId: crypto.randomUUID() }
  const first = await clerk.post('/user/fees/payments', sent)
  expect((await clerk.post('/user/fees/payments', sent)).body).toEqual(first.body)
  const today = first.body.receivedOn
  for (const change of [{ method: 'other' }, { amount: 21 }, { receivedOn: today }, { feeIds: [other] }, { reference: 'x' }])
    expect((await clerk.post('/user/fees/payments', { ...sent, ...change })).body.code).toBe('fees.other_content')
  const ofFee = { amount: 5, method: 'cash', clientId: crypto.randomUUID() }
  expect((await clerk.post(`/user/fees/${one}/payments`, ofFee)).status).toBe(201)
  expect((await clerk.post(`/user/fees/${one}/payments`, ofFee)).status).toBe(201)
  expect((await clerk.post(`/user/fees/${other}/payments`, ofFee)).body.code).toBe('fees.other_content')
  await clerk.post('/user/fees/payments', { studentId, amount: 500, method: 'cash' })
  const refund = { studentId, amount: 5, method: 'cash', reason: 'Left', clientId: crypto.randomUUID() }
  expect((await clerk.post('/user/fees/refunds', refund)).status).toBe(201)
  expect((await clerk.post('/user/fees/refunds', refund)).status).toBe(201)
  for (const change of [{ method: 'bank' }, { reason: 'Moved' }, { feeId: one }])
    expect((await clerk.post('/user/fees/refunds', { ...refund, ...change })).body.code).toBe('fees.other_content')
  const { payments, refunds } = (await clerk.get(`/user/fees/accounts/${studentId}`)).body
  expect([payments.length, refunds.length]).toEqual([3, 1])
})

test('lists a former student who is now staff as long as something is owed, and accepts their payment', async () => {
  const app = await given()
  const [owner, former] = [await app.as('superadmin'), await app.as('student', { name: 'Ravi', nameFolded: 'ravi' })]
  await app.as('student', { name: 'Zoya', nameFolded: 'zoya' })
  await owner.post('/user/fees', { studentId: former._id, kind: 'late', month: 1, year: 2026, amount: 50 })
  await owner.put(`/user/${former._id}`, { role: 'manager' })
  const names = async (query = '') =>
    (await owner.get(`/user/fees/accounts${query}`)).body.items.map(({ student }: { student: { name: string } }) => student.name)
  expect(await names()).toEqual(['Ravi', 'Zoya'])
  expect(await names('?search=rav')).toEqual(['Ravi'])
  expect((await owner.get('/user/fees/accounts')).body.total).toBe(2)
  expect((await owner.post('/user/fees/payments', { studentId: former._id, amount: 50, method: 'cash' })).status).toBe(201)
  expect(await names()).toEqual(['Zoya'])
})

test('rejects voiding a refund if its fee would exceed one crore, with an explanation', async () => {
  const app = await given()
  const clerk = await app.as('manager')
  const { _id: studentId } = await app.as('student')
  const fee = (await clerk.post('/user/fees', { studentId, kind: 'other', month: 1, year: 2026, amount: 10_000_000 })).body
  await clerk.post(`/user/fees/${fee._id}/payments`, { amount: 10_000_000, method: 'cash' })
  const refund = (await clerk.post('/user/fees/refunds', { studentId, feeId: fee._id, amount: 5, method: 'cash', reason: 'Left' })).body
  await clerk.put(`/user/fees/${fee._id}`, { amount: 10_000_000 })
  const refused = await clerk.post(`/user/fees/refunds/${refund._id}/void`, { reason: 'Stays' })
  expect([refused.status, refused.body.code]).toEqual([409, 'fees.too_much'])
})
