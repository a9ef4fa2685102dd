import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { newAccount } from '#server/testing/people.ts'
import { picture } from '#server/testing/pictures.ts'
import { readPdf } from './testing/readPdf.ts'

/** A hall on 21 November 2026 with one student who joined in September and owes three months. */
const givenReceipts = async (name = 'Asha Rao') => {
  const app = await given()
  app.setNow('2026-11-21T06:00:00.000Z')
  const clerk = await app.as('manager', { name: 'Meera' })
  const asha = await app.as('student', { name, dateJoined: '2026-09-15', slot: 'morning', seatNumber: 4 })
  const generate = () => clerk.post(`/user/fees/generate/${asha._id}`, { feeAmount: 1000 })
  await generate()
  const pay = async (amount: number, more: object = {}) =>
    (await clerk.post('/user/fees/payments', { studentId: asha._id, amount, method: 'cash', ...more })).body
  const receipt = async (id: string) => (await clerk.get(`/user/fees/receipts/${id}`)).body
  const pdf = async (path: string) => {
    const answer = await clerk.get(`/user/fees/${path}`)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    return { ...(await readPdf(answer.bytes)), answer }
  }
  return { app, clerk, asha, generate, pay, receipt, pdf }
}

const noFee = { state: 'none', amount: 0, paidAmount: 0 }

describe('a receipt', () => {
  test('returns everything that is printed on it', async () => {
    const { asha, pay, receipt } = await givenReceipts()
    const payment = await pay(3500.5, { method: 'upi', reference: 'UTR 4200', receivedOn: '2026-11-20' })
    expect(await receipt(payment._id)).toEqual({
      code: expect.stringMatching(/^\d+(?:-[0-9A-Z]{4}){3}$/),
      _id: payment._id,
      kind: 'receipt',
      number: '2026-27/000001',
      isVisitor: false,
      pass: null,
      studentId: asha._id,
      studentName: 'Asha Rao',
      seatNumber: 4,
      slot: 'morning',
      phone: null,
      validUntil: null,
      owed: 0,
      amount: 3500.5,
      method: 'upi',
      reference: 'UTR 4200',
      reason: '',
      day: '2026-11-20',
      enteredAt: '2026-11-21T06:00:00.000Z',
      enteredBy: 'Meera',
      voided: null,
      lines: [9, 10, 11].map((month) => ({ kind: 'monthly', month, year: 2026, amount: 1000 })),
      credit: 500.5,
      months: [
        ...Array.from({ length: 9 }, (_, at) => ({ ...(at === 0 ? { year: 2025, month: 12 } : { year: 2026, month: at }), ...noFee })),
        ...[9, 10, 11].map((month) => ({ year: 2026, month, state: 'paid', amount: 1000, paidAmount: 1000 })),
      ],
    })
  })

  test('does not change when later months use the credit', async () => {
    const { app, generate, pay, receipt } = await givenReceipts()
    const { _id } = await pay(3500)
    const issued = await receipt(_id)
    app.setNow('2026-12-02T06:00:00.000Z')
    await generate()
    expect(await receipt(_id)).toEqual(issued)
    expect(issued).toMatchObject({ credit: 500, lines: [{ month: 9 }, { month: 10 }, { month: 11 }] })
  })

  test('keeps the name that the student had when it was issued', async () => {
    const { app, asha, pay, receipt } = await givenReceipts()
    const { _id } = await pay(1000)
    const admin = await app.as('superadmin')
    await admin.put(`/user/${asha._id}`, { name: 'Asha Verma' })
    expect(await receipt(_id)).toMatchObject({ studentName: 'Asha Rao', seatNumber: 4 })
    await admin.del(`/user/${asha._id}`)
    expect(await receipt(_id)).toMatchObject({ studentName: 'Asha Rao', seatNumber: null, slot: null })
  })

  test('shows when, why and by whom it was voided', async () => {
    const { clerk, pay, receipt, pdf } = await givenReceipts()
    const { _id } = await pay(1000)
    await clerk.post(`/user/fees/payments/${_id}/void`, { reason: 'Wrong student' })
    expect(await receipt(_id)).toMatchObject({ voided: { at: '2026-11-21T06:00:00.000Z', by: 'Meera', reason: 'Wrong student' } })
    const { pages } = await pdf(`receipts/${_id}/pdf`)
    expect(pages[0]).toContain('Voided on 21 Nov 2026')
    expect(pages[0]).toContain('by Meera. Reason: Wrong student.')
    expect(pages[0]).toMatch(/VOID\b/)
  })
})

// PGlite is opened without the part of the product that refuses writes.
test.skipIf(process.env.TEST_DATABASE === 'pglite')(
  'staff cannot print a receipt for the first time while the data moves, because the print could not be recorded',
  async () => {
    const { app, clerk, asha, pay } = await givenReceipts()
    const [printed, unprinted] = [await pay(1000), await pay(1000)]
    expect((await clerk.get(`/user/fees/receipts/${printed._id}`)).status).toBe(200)
    app.pauseWrites()
    for (const paper of ['', '/pdf']) {
      const refused = await clerk.get(`/user/fees/receipts/${unprinted._id}${paper}`)
      expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'moving', '10'])
      expect((await clerk.get(`/user/fees/receipts/${printed._id}${paper}`)).status).toBe(200)
      expect((await asha.get(`/user/fees/receipts/${unprinted._id}${paper}`)).status).toBe(200)
    }
  },
)

describe('the PDF of a receipt', () => {
  test('is one page of A5 whose text can be copied correctly, including Hindi', async () => {
    const { app, pay, pdf } = await givenReceipts('प्रियंका क्षत्रिय शर्मा')
    const admin = await app.as('admin')
    await admin.put('/customization/system-name', { systemName: 'शान्ति अध्ययन कक्ष' })
    await admin.put('/customization/landing', { address: '12, Gandhi Marg, जयपुर', phone: '09820628374' })
    const { _id } = await pay(3200.5, { method: 'upi', reference: 'UTR4200' })
    const { pages, width, height, answer } = await pdf(`receipts/${_id}/pdf`)
    expect([pages.length, width, height]).toEqual([1, 420, 595])
    expect(answer.headers['content-disposition']).toContain('Receipt 2026-27-000001.pdf')
    for (const text of [
      'शान्ति अध्ययन कक्ष',
      '12, Gandhi Marg, जयपुर',
      'Phone 98206 28374',
      'Receipt number 2026-27/000001',
      'Received from प्रियंका क्षत्रिय शर्मा',
      'Seat 4',
      'UTR4200',
      'Monthly fee, September 2026 ₹1,000',
      'Paid in advance ₹200.50',
      'UPI reference UTR4200',
      'Balance: nothing is owed.',
      'Dec 2025 to Nov 2026',
      'Total ₹3,200.50',
      'Rupees three thousand two hundred and fifty paise only',
      'Received by Meera',
    ])
      expect(pages[0]).toContain(text)
    expect(pages[0]).not.toContain('VOID')
  })

  test('is rendered for any name, and stays one page with two years of months', async () => {
    const name = `${'वेङ्कटनरसिंहराजुवारिपेट'.repeat(3)} 学生 الطالب 🔑`
    const { app, clerk, pdf } = await givenReceipts()
    const long = await app.as('student', { name, dateJoined: '2024-11-15' })
    await clerk.post(`/user/fees/generate/${long._id}`, { feeAmount: 900 })
    const { body } = await clerk.post('/user/fees/payments', { studentId: long._id, amount: 25 * 900, method: 'cash' })
    const { pages } = await pdf(`receipts/${body._id}/pdf`)
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain('学生')
    expect(pages[0]).toContain('Rupees twenty-two thousand five hundred only')
  })

  test('has the logo of the hall if there is one', async () => {
    const { app, pay, pdf } = await givenReceipts()
    const { _id } = await pay(1000)
    const bare = (await pdf(`receipts/${_id}/pdf`)).answer.bytes
    const admin = await app.as('admin')
    const form = new FormData()
    form.append('logo', new File([new Uint8Array(await picture())], 'logo.png', { type: 'image/png' }))
    expect((await admin.post('/customization/logo', form)).status).toBe(200)
    const branded = (await pdf(`receipts/${_id}/pdf`)).answer.bytes
    expect([bare, branded].map((bytes) => bytes.includes('/Subtype /Image'))).toEqual([false, true])
  })
})

describe('a refund voucher', () => {
  test('returns what was refunded, from which fee or credit, and why', async () => {
    const { clerk, asha, pay, pdf } = await givenReceipts()
    await pay(3500)
    const refund = { studentId: asha._id, amount: 300, method: 'cash', reason: 'Left early' }
    const { body } = await clerk.post('/user/fees/refunds', refund)
    const voucher = (await clerk.get(`/user/fees/vouchers/${body._id}`)).body
    expect(voucher).toMatchObject({
      kind: 'voucher',
      number: 'R/2026-27/000001',
      amount: 300,
      reason: 'Left early',
      lines: [],
      credit: 300,
    })
    const { pages } = await pdf(`vouchers/${body._id}/pdf`)
    expect(pages[0]).toContain('Refund Voucher')
    expect(pages[0]).toContain('From advance balance ₹300')
    expect(pages[0]).toContain('Reason Left early')
  })

  test('names a fee once, however many payments paid it', async () => {
    const { clerk, asha, pay } = await givenReceipts()
    await pay(400)
    await pay(600)
    const { items } = (await clerk.get(`/user/fees/${asha._id}`)).body
    const feeId = items.find(({ month }: { month: number }) => month === 9)._id
    const { body } = await clerk.post('/user/fees/refunds', { studentId: asha._id, amount: 900, method: 'cash', feeId, reason: 'Closed' })
    const voucher = (await clerk.get(`/user/fees/vouchers/${body._id}`)).body
    expect(voucher).toMatchObject({ credit: 0, lines: [{ kind: 'monthly', month: 9, year: 2026, amount: 900 }] })
  })
})

describe('finding a receipt', () => {
  test.each([
    ['its number', '2026-27/000002'],
    ['the end of its number', '2'],
    ['the digits of its reference', '981'],
    ['a part of its reference, however it is typed', 'utr 9'],
    ['the name as it is now, in any case', 'VERMA'],
    ['the name as it was issued', 'बिना'],
  ])('by %s', async (_, search) => {
    const { app, clerk, pay } = await givenReceipts()
    await pay(100)
    const beena = await app.as('student', { name: 'बिना Rao' })
    const { body } = await clerk.post('/user/fees/payments', { studentId: beena._id, amount: 50, method: 'upi', reference: 'AXIS-UTR981' })
    await (await app.as('superadmin')).put(`/user/${beena._id}`, { name: 'Beena Verma' })
    const { items } = (await clerk.get(`/user/fees/receipts?search=${encodeURIComponent(search)}`)).body
    expect(items).toMatchObject([{ _id: body._id, number: '2026-27/000002', studentName: 'बिना Rao', amount: 50, isVoid: false }])
  })

  test('returns pages, newest first', async () => {
    const { clerk, pay } = await givenReceipts()
    for (const amount of [1, 2, 3]) await pay(amount)
    const first = (await clerk.get('/user/fees/receipts?limit=2')).body
    const second = (await clerk.get(`/user/fees/receipts?limit=2&cursor=${first.nextCursor}`)).body
    expect([...first.items, ...second.items].map(({ amount }: { amount: number }) => amount)).toEqual([3, 2, 1])
    expect(second.nextCursor).toBeNull()
  })

  test.each([
    ['few', 0],
    ['very many', 250],
  ])('by a name that %s people have returns pages, newest first, and each receipt once', async (_, others) => {
    const { app, clerk, pay } = await givenReceipts()
    await pay(1)
    const renamed = await app.as('student', { name: 'Asha Rao' })
    for (const amount of [2, 3]) await clerk.post('/user/fees/payments', { studentId: renamed._id, amount, method: 'cash' })
    await (await app.as('superadmin')).put(`/user/${renamed._id}`, { name: 'Beena Rao' })
    await clerk.post('/user/fees/payments', { studentId: renamed._id, amount: 4, method: 'cash' })
    await pay(5)
    const accounts = Array.from({ length: others }, () => newAccount('student', { name: 'Asha Verma' }))
    if (others > 0) await app.db.insertInto('users').values(accounts).execute()
    const amounts: number[] = []
    for (let cursor = ''; ; ) {
      const { items, nextCursor } = (await clerk.get(`/user/fees/receipts?limit=2&search=asha${cursor}`)).body
      amounts.push(...items.map(({ amount }: { amount: number }) => amount))
      if (nextCursor === null) break
      cursor = `&cursor=${nextCursor}`
    }
    expect(amounts).toEqual([5, 3, 2, 1])
  })

  test('of one student, also if another one has the same name', async () => {
    const { app, clerk, asha, pay } = await givenReceipts()
    await pay(100)
    const other = await app.as('student', { name: 'Asha Devi' })
    await clerk.post('/user/fees/payments', { studentId: other._id, amount: 50, method: 'cash' })
    const of = async (query: string) =>
      (await clerk.get(`/user/fees/receipts?${query}`)).body.items.map(({ amount }: { amount: number }) => amount)
    expect([await of(`student=${asha._id}`), await of(`student=${other._id}`)]).toEqual([[100], [50]])
    expect(await of(`student=${asha._id}&search=2026-27/000002`)).toEqual([])
  })

  test('treats percent signs and underscores literally', async () => {
    const { clerk, pay } = await givenReceipts()
    await pay(100)
    const found = async (typed: string) => (await clerk.get(`/user/fees/receipts?search=${typed}`)).body.items
    expect(await found('Asha')).toHaveLength(1)
    expect([await found('%25'), await found('_'), await found('A%25a'), await found('A_ha')]).toEqual([[], [], [], []])
  })
})

describe('dues slips', () => {
  test('count the students who owe, but not those who are staff or deleted now', async () => {
    const { app, clerk } = await givenReceipts()
    const owner = await app.as('superadmin')
    const total = async (): Promise<number> => (await owner.get('/user/fees/dues-slips')).body.total
    const before = await total()
    const more = [await app.as('student', { dateJoined: '2026-11-01' }), await app.as('student', { dateJoined: '2026-11-01' })]
    for (const { _id } of more) await clerk.post(`/user/fees/generate/${_id}`, { feeAmount: 800 })
    expect(await total()).toBe(before + 2)
    expect((await owner.put(`/user/${more[0]?._id}`, { role: 'manager' })).status).toBe(200)
    expect(await total()).toBe(before + 1)
    expect((await owner.del(`/user/${more[1]?._id}`)).status).toBe(204)
    expect(await total()).toBe(before)
  })

  test('list everybody who owes something by name, each with the unpaid fees', async () => {
    const { app, clerk, asha, pay } = await givenReceipts()
    await pay(1400)
    const beena = await app.as('student', { name: 'aarti', dateJoined: '2026-11-01' })
    await clerk.post(`/user/fees/generate/${beena._id}`, { feeAmount: 800 })
    const paid = await app.as('student', { name: 'Chitra', dateJoined: '2026-11-01' })
    await clerk.post(`/user/fees/generate/${paid._id}`, { feeAmount: 800 })
    await clerk.post('/user/fees/payments', { studentId: paid._id, amount: 800, method: 'cash' })
    const first = (await clerk.get('/user/fees/dues-slips?limit=1')).body
    const second = (await clerk.get(`/user/fees/dues-slips?limit=1&cursor=${first.nextCursor}`)).body
    expect([...first.items, ...second.items]).toEqual([
      {
        student: { _id: beena._id, name: 'aarti', seatNumber: null, slot: null },
        owed: 800,
        owedSince: '2026-11-01',
        open: [{ kind: 'monthly', month: 11, year: 2026, amount: 800 }],
        months: expect.any(Array),
      },
      {
        student: { _id: asha._id, name: 'Asha Rao', seatNumber: 4, slot: 'morning' },
        owed: 1600,
        owedSince: '2026-10-15',
        open: [
          { kind: 'monthly', month: 10, year: 2026, amount: 600 },
          { kind: 'monthly', month: 11, year: 2026, amount: 1000 },
        ],
        months: expect.any(Array),
      },
    ])
    expect([first.total, second.nextCursor]).toEqual([2, null])
  })
})

test('does not block others if one person requests fifty papers at once', async () => {
  const { clerk, asha, pay } = await givenReceipts()
  const { _id } = await pay(1000)
  const path = `/user/fees/receipts/${_id}/pdf`
  const many = Array.from({ length: 50 }, () => asha.get(path))
  await Promise.race(many)
  for (let paper = 0; paper < 3; paper++) expect((await clerk.get(path)).status).toBe(200)
  const answers = await Promise.all(many)
  expect(answers.every(({ status }) => [200, 429].includes(status))).toBe(true)
  // At least one is rendering and one is queued.
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(1)
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.headers['retry-after']).toBe('1')
  expect(refused?.body).toMatchObject({ code: 'too_many' })
  expect((await asha.get(path)).status).toBe(200)
})
