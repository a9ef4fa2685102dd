import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import type { CheckEntry } from '../oversight.contract.ts'
import { hallOf, password } from './testing/hall.ts'

const givenHall = async () => hallOf(await given())

test('lists cash booked as UPI without a reference, with the clerk', async () => {
  const { thief, pupil, pay, listed, figure } = await givenHall()
  const asha = await pupil('आशा राव')
  const missing = await thief.post('/user/fees/payments', { studentId: asha, amount: 700, method: 'upi' })
  const sentence = 'Please enter at least the last six characters of the reference number'
  expect([missing.status, missing.body.fields]).toEqual([400, { reference: sentence }])
  const { receiptNumber } = await pay(thief, asha, 700, { method: 'upi', referenceSkipped: true })
  await pay(thief, asha, 300, { method: 'upi', reference: 'ab 12 34' })
  expect(await listed('references')).toMatchObject([{ by: 'मोहन', studentName: 'आशा राव', amount: 700, number: receiptNumber }])
  expect(await figure('references')).toEqual({ kind: 'references', count: 1, flagged: 0, amount: 700, unlisted: 0 })
})

test('lists cash booked as another method, which neither the cash box nor the bank shows, without a reference', async () => {
  const { thief, pupil, pay, listed } = await givenHall()
  const asha = await pupil('Asha')
  const { receiptNumber } = await pay(thief, asha, 700, { method: 'other' })
  const short = await pay(thief, asha, 200, { method: 'other', reference: 'none' })
  await pay(thief, asha, 300, { method: 'other', reference: 'Cheque 401234' })
  await pay(thief, asha, 100)
  expect((await listed('references')).map(({ by, amount, number }) => [by, amount, number]).sort()).toEqual([
    ['मोहन', 200, short.receiptNumber],
    ['मोहन', 700, receiptNumber],
  ])
})

test('lists a refund without a reference, and a payment or refund with the reference of another one', async () => {
  const { owner, thief, pupil, pay, listed } = await givenHall()
  const asha = await pupil('Asha')
  await pay(owner, asha, 700, { method: 'upi', reference: '401234' })
  await pay(thief, asha, 300, { method: 'upi', reference: '401234', referenceReason: 'Two sisters' })
  const refund = { studentId: asha, amount: 50, reason: 'Paid twice', method: 'upi' }
  await thief.post('/user/fees/refunds', { ...refund, referenceSkipped: true })
  await owner.post('/user/fees/refunds', { ...refund, reference: '501234' })
  const again = await thief.post('/user/fees/refunds', { ...refund, amount: 70, reference: '501234', referenceReason: 'One transfer' })
  expect(again.status).toBe(201)
  expect((await listed('references')).map(({ subject, by, amount, reason }) => [subject, by, amount, reason]).sort()).toEqual([
    ['payment', 'मोहन', 300, 'Two sisters'],
    ['refund', 'मोहन', 50, 'Paid twice'],
    ['refund', 'मोहन', 70, 'One transfer'],
  ])
})

test('lists a receipt that was printed and voided first, with the difference to a smaller replacement', async () => {
  const { owner, thief, pupil, pay, listed, app } = await givenHall()
  const asha = await pupil('Asha')
  const [first, second] = [await pay(thief, asha, 1000), await pay(thief, asha, 500)]
  await thief.get(`/user/fees/receipts/${first._id}/pdf`)
  for (const { _id } of [first, second]) {
    app.advance(60)
    expect((await thief.post(`/user/fees/payments/${_id}/void`, { reason: 'Wrong amount' })).status).toBe(200)
  }
  app.advance(60)
  const smaller = await pay(thief, asha, 600)
  expect(await listed('voids')).toMatchObject([
    {
      ...{ flagged: true, number: first.receiptNumber, amount: 1000, reason: 'Wrong amount', by: 'मोहन' },
      printedAt: '2026-11-21T06:00:00.000Z',
      successor: { number: smaller.receiptNumber, amount: 600, difference: 400 },
    },
    { flagged: false, number: second.receiptNumber, printedAt: null, successor: null },
  ])
  const { items } = (await owner.get('/user/fees/check/entries?kind=voids&limit=1')).body
  expect(items).toHaveLength(1)
})

test('lists other money in that was voided, which lowers the cash in the box like a voided payment', async () => {
  const { app, thief, close, listed, figure } = await givenHall()
  const enter = async (kind: string, amount: number) =>
    (await thief.post('/user/fees/box', { kind, amount, purpose: 'Photocopies' })).body._id as string
  const [voided, , paidOut] = [await enter('in', 500), await enter('in', 70), await enter('out', 20)]
  await close(thief)
  app.advance(60)
  for (const id of [voided, paidOut]) expect((await thief.post(`/user/fees/box/${id}/void`, { reason: 'Entered twice' })).status).toBe(200)
  expect(await listed('voids')).toMatchObject([
    {
      ...{ subject: 'other-in', flagged: false, amount: 500, reason: 'Entered twice', by: 'मोहन', day: '2026-11-21', pass: null },
      ...{ studentId: null, number: null, receiptId: null, printedAt: null, successor: null },
    },
  ])
  expect(await figure('voids')).toEqual({ kind: 'voids', count: 1, flagged: 0, amount: 500, unlisted: 0 })
})

test('does not count a receipt as printed that only the student opened, or that was opened after the void', async () => {
  const { app, thief, pupil, pay, listed } = await givenHall()
  const student = await app.as('student', { dateJoined: '2026-11-02' })
  const { _id } = await pay(thief, student._id, 1000)
  expect((await student.get(`/user/fees/receipts/${_id}`)).status).toBe(200)
  await thief.post(`/user/fees/payments/${_id}/void`, { reason: 'Wrong student' })
  await thief.get(`/user/fees/receipts/${_id}`)
  expect(await listed('voids')).toMatchObject([{ flagged: false, printedAt: null }])
  const account = (await student.get(`/user/fees/accounts/${student._id}`)).body
  expect(account.payments).toMatchObject([{ _id, voided: { reason: 'Wrong student' } }])
  expect(await pupil('Bela')).toBeTruthy()
})

test('lists reduced fees with the clerk, those without a reason first', async () => {
  const { thief, pupil, listed, figure, owner } = await givenHall()
  const asha = await pupil('Asha')
  await owner.post('/user/fees/generate')
  const [fee] = (await owner.get(`/user/fees/${asha}`)).body.items
  await thief.put(`/user/fees/${fee._id}`, { amount: 700, notes: '' })
  await thief.put(`/user/fees/${fee._id}`, { amount: 650, notes: 'Sibling' })
  await thief.put(`/user/fees/${fee._id}`, { amount: 600, notes: 'Sibling', adjustment: 'waiver', reason: 'Paid the cleaner' })
  expect((await thief.put(`/user/fees/${fee._id}`, { amount: 500, reason: 'x' })).status).toBe(400)
  expect((await listed('concessions')).map(({ subject, amount, reason, flagged }) => [subject, amount, reason, flagged])).toEqual([
    ['correction', 300, 'No reason given', true],
    ['waiver', 50, 'Paid the cleaner', false],
    ['correction', 50, 'Sibling', false],
  ])
  expect(await figure('concessions')).toEqual({ kind: 'concessions', count: 3, flagged: 1, amount: 400, unlisted: 0 })
})

test('stores no text as the reason where none was given, and shows that there is none', async () => {
  const { app, thief, pupil, listed, owner } = await givenHall()
  const asha = await pupil('Asha')
  await thief.post('/user/fees/generate', { feeAmount: 900 })
  const [fee] = (await owner.get(`/user/fees/${asha}`)).body.items
  await thief.put(`/user/fees/${fee._id}`, { amount: 700 })
  const stored = async (table: 'adjustments' | 'concessions') => app.db.selectFrom(table).select('reason').distinct().execute()
  expect([await stored('adjustments'), await stored('concessions')]).toEqual([[{ reason: '' }], [{ reason: '' }]])
  expect((await listed('concessions')).map(({ subject, reason, flagged }) => [subject, reason, flagged])).toEqual([
    ['correction', 'No reason given', true],
    ['monthly-fee', 'No reason given', true],
  ])
  const { adjustments } = (await owner.get(`/user/fees/${fee._id}/payments`)).body
  expect(adjustments).toMatchObject([{ amount: -200, reason: 'No reason given' }])
})

test('combines the same concession for several fees of one student, with their number and sum', async () => {
  const { app, owner, thief, pupil, listed, figure } = await givenHall()
  const [asha, bela] = [await pupil('Asha', { dateJoinedLibrary: '2026-08-02' }), await pupil('Bela')]
  await owner.post('/user/fees/generate')
  const lower = async (who: typeof owner, studentId: string, by: number, reason: string) => {
    for (const { _id, amount } of (await owner.get(`/user/fees/${studentId}`)).body.items) {
      app.advance(60)
      const sent = { amount: amount - by, adjustment: 'concession', reason }
      expect((await who.put(`/user/fees/${_id}`, sent)).status).toBe(200)
    }
  }
  await lower(thief, asha, 300, 'Sibling')
  const last = app.platform.clock().toISOString()
  await lower(owner, asha, 300, 'Sibling')
  await lower(thief, asha, 50, 'Sibling')
  await lower(thief, bela, 300, 'Sibling')
  const four = { subject: 'concession', reason: 'Sibling', times: 4 }
  const entries = await listed('concessions')
  expect(entries).toMatchObject([
    { ...four, studentName: 'Bela', by: 'मोहन', times: 1, amount: 300 },
    { ...four, studentName: 'Asha', by: 'मोहन', amount: 200 },
    { ...four, studentName: 'Asha', by: 'Meera', amount: 1200 },
    { ...four, studentName: 'Asha', by: 'मोहन', amount: 1200, at: last },
  ])
  expect(await figure('concessions')).toEqual({ kind: 'concessions', count: 4, flagged: 0, amount: 2900, unlisted: 0 })
  app.setNow('2026-11-22T06:00:00.000Z')
  await lower(thief, bela, 300, 'Sibling')
  expect((await listed('concessions')).map(({ times }) => times)).toEqual([1, 1, 4, 4, 4])
})

test('requires a reason for a tiny monthly fee, a month paid on paper and cheaper months, or lists them without one', async () => {
  const { owner, thief, pupil, listed } = await givenHall()
  const sent = { name: 'Asha', email: 'asha@example.org', password, role: 'student', dateJoinedLibrary: '2026-10-02' }
  for (const more of [{ monthlyFee: 1 }, { paidUpTo: '2026-12' }]) {
    const refused = await thief.post('/user', { ...sent, ...more })
    expect([refused.status, refused.body.fields]).toEqual([400, { reason: 'Please enter why this student pays another fee' }])
  }
  const asha = await pupil('Asha', { monthlyFee: 1, paidUpTo: '2026-12', reason: 'Sibling' }, thief)
  const lower = await owner.put(`/user/${asha}`, { monthlyFee: 2 })
  expect([lower.status, lower.body.fields]).toEqual([400, { reason: 'Please enter why this student pays another fee' }])
  expect((await owner.put(`/user/${asha}`, { monthlyFee: 2, reason: 'Scholarship' })).status).toBe(200)
  expect((await owner.put(`/user/${asha}`, { monthlyFee: 1000 })).status).toBe(200)
  await pupil('Bela')
  await thief.post('/user/fees/generate', { feeAmount: 10 })
  const entries = await listed('concessions')
  expect(
    entries.map(({ studentName, by, subject, before, after, month, reason }) => [studentName, by, subject, before, after, month, reason]),
  ).toEqual(
    expect.arrayContaining([
      ['Bela', 'मोहन', 'monthly-fee', 1000, 10, null, 'No reason given'],
      ['Asha', 'Meera', 'monthly-fee', 1, 2, null, 'Scholarship'],
      ['Asha', 'मोहन', 'monthly-fee', 1000, 1, null, 'Sibling'],
      ['Asha', 'मोहन', 'paid-up-to', null, null, '2026-12', 'Sibling'],
    ]),
  )
  expect([entries.length, entries[0]?.studentName]).toEqual([4, 'Bela'])
})

test('lists a seat without a fee with the person who added the student, until it is charged', async () => {
  const { owner, thief, pupil, listed, summary } = await givenHall()
  const seat = { slot: 'full-day', seatNumber: 7 }
  await pupil('Asha', seat)
  await pupil('Bela', { slot: 'full-day', seatNumber: 8, dateJoinedLibrary: '' }, thief)
  await pupil('Seatless')
  const seen = async () =>
    (await listed('uncharged')).map(({ studentName, subject, seatNumber, by }) => [studentName, subject, seatNumber, by]).sort()
  expect(await seen()).toEqual([
    ['Asha', 'no-fee', 7, 'Meera'],
    ['Bela', 'no-joining-date', 8, 'मोहन'],
  ])
  await owner.post('/user/fees/generate')
  expect(await seen()).toEqual([['Bela', 'no-joining-date', 8, 'मोहन']])
  expect((await summary()).clerks).toMatchObject([{ name: 'मोहन', kinds: [{ kind: 'uncharged', count: 1 }] }])
})

test('lists a seat whose only monthly fee is for a month in the distance', async () => {
  const { thief, pupil, listed } = await givenHall()
  const ofMonth = async (name: string, seatNumber: number, month: number, year: number) => {
    const studentId = await pupil(name, { slot: 'full-day', seatNumber, dateJoinedLibrary: '2027-06-01' }, thief)
    const fee = await thief.post('/user/fees', { studentId, kind: 'monthly', month, year, amount: 1000 })
    expect(fee.status).toBe(201)
  }
  await ofMonth('Asha', 7, 1, 2027)
  await ofMonth('Bela', 8, 12, 2026)
  expect((await listed('uncharged')).map(({ studentName, subject }) => [studentName, subject])).toEqual([['Asha', 'no-fee']])
})

test('lists the credit of a deleted student, and a refund of it first with the name as issued', async () => {
  const { owner, thief, pupil, pay, listed } = await givenHall()
  const [asha, bela] = [await pupil('आशा राव'), await pupil('Bela')]
  for (const id of [asha, bela]) await pay(owner, id, 800)
  const deposit = { studentId: bela, kind: 'deposit', month: 11, year: 2026, amount: 500 }
  await owner.post('/user/fees', deposit)
  await owner.del(`/user/${asha}`)
  await owner.del(`/user/${bela}`)
  const left = (await listed('left')).map(({ subject, studentName, amount, deleted }) => [subject, studentName, amount, deleted]).sort()
  expect(left).toEqual([
    ['credit', 'Bela', 300, true],
    ['credit', 'आशा राव', 800, true],
    ['deposit', 'Bela', 500, true],
  ])
  const { status, body } = await thief.post('/user/fees/refunds', { studentId: asha, amount: 800, method: 'cash', reason: 'Left early' })
  expect([status, body.studentName]).toEqual([201, 'आशा राव'])
  const other = await pupil('Chitra')
  await pay(owner, other, 100)
  await owner.post('/user/fees/refunds', { studentId: other, amount: 100, method: 'cash', reason: 'Paid twice' })
  expect((await listed('refunds')).map(({ studentName, flagged, by }) => [studentName, flagged, by])).toEqual([
    ['आशा राव', true, 'मोहन'],
    ['Chitra', false, 'Meera'],
  ])
})

test('lists a deposit and advances that paid the dues of a student who is said to leave, without a refund', async () => {
  const { owner, thief, pupil, pay, listed, figure } = await givenHall()
  const asha = await pupil('Asha', { terminationDate: '2027-03-31' })
  const charge = (kind: string, amount: number) => owner.post('/user/fees', { studentId: asha, kind, month: 11, year: 2026, amount })
  await charge('deposit', 1000)
  await pay(owner, asha, 1000)
  await charge('monthly', 1000)
  const leave = { lastDay: '2026-11-30', share: 'none', method: 'cash', net: 0, settle: false, clientId: crypto.randomUUID() }
  expect((await thief.post(`/user/${asha}/leave`, leave)).status).toBe(201)
  expect((await thief.put(`/user/${asha}/termination`, { terminationDate: '2027-03-31' })).status).toBe(200)
  expect((await owner.get(`/user/fees/accounts/${asha}`)).body).toMatchObject({ owed: 0, credit: 0 })
  expect(await listed('refunds')).toMatchObject([
    { subject: 'settled', flagged: false, studentName: 'Asha', amount: 1000, reason: 'left:2026-11-30', by: 'मोहन', number: null },
  ])
  expect(await figure('refunds')).toEqual({ kind: 'refunds', count: 1, flagged: 0, amount: 1000, unlisted: 0 })
})

test('lists a student who leaves with a refund once, and one who has nothing to return not at all', async () => {
  const { owner, pupil, pay, listed } = await givenHall()
  const [asha, bela] = [await pupil('Asha'), await pupil('Bela')]
  await owner.post('/user/fees', { studentId: asha, kind: 'deposit', month: 11, year: 2026, amount: 1000 })
  await pay(owner, asha, 1000)
  for (const [id, net] of [
    [asha, 1000],
    [bela, 0],
  ] as const) {
    const leave = { lastDay: '2026-11-30', share: 'none', method: 'cash', net, settle: true, clientId: crypto.randomUUID() }
    expect((await owner.post(`/user/${id}/leave`, leave)).status).toBe(201)
  }
  expect((await listed('refunds')).map(({ subject, studentName, amount }) => [subject, studentName, amount])).toEqual([
    ['refund', 'Asha', 1000],
  ])
})

test('counts by clerk and month in the summary, and pages through every entry once', async () => {
  const { app, owner, thief, pupil, pay, summary } = await givenHall()
  const asha = await pupil('Asha')
  for (let at = 0; at < 5; at++) {
    app.advance(60)
    const { _id } = await pay(at < 3 ? thief : owner, asha, 100, { method: 'upi', referenceSkipped: true })
    if (at < 2) await thief.post(`/user/fees/payments/${_id}/void`, { reason: 'Wrong student' })
  }
  const { count, clerks, month } = await summary()
  expect([month, count]).toEqual(['2026-11', 7])
  expect(clerks.map(({ name, count: of }: { name: string; count: number }) => [name, of])).toEqual([
    ['मोहन', 5],
    ['Meera', 2],
  ])
  expect((await summary('2026-10')).count).toBe(0)
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await owner.get(`/user/fees/check/entries?kind=references&limit=2&cursor=${cursor}`)
    seen.push(...body.items.map(({ _id }: CheckEntry) => _id))
    expect(body.total).toBe(5)
    cursor = body.nextCursor
  }
  expect([seen.length, new Set(seen).size]).toEqual([5, 5])
  expect((await owner.get('/user/fees/check/entries?kind=references&cursor=x')).status).toBe(400)
  expect((await owner.get('/user/fees/check?month=2026-13')).status).toBe(400)
})

test('shows on a receipt the verification code of its journal entry', async () => {
  const { owner, pupil, pay, app } = await givenHall()
  const asha = await pupil('Asha')
  const { _id } = await pay(owner, asha, 100)
  const { code } = (await owner.get(`/user/fees/receipts/${_id}`)).body
  expect(code).toMatch(/^\d+(?:-[0-9A-Z]{4}){3}$/)
  const entry = await app.db.selectFrom('journal').selectAll().where('kind', '=', 'payment').where('ref', '=', _id).executeTakeFirst()
  expect(code.split('-')[0]).toBe(String(entry?.seq))
})

test('lists a seat that was marked as out of order, with its days, the clerk, and who ended it', async () => {
  const { app, owner, thief, listed, figure, summary } = await givenHall()
  const mark = async (more: object) => {
    const { status, body } = await thief.post('/user/seats/outages', { from: '2026-11-21', reason: 'Chair is broken', ...more })
    expect(status).toBe(201)
    return body.outages.at(-1)._id
  }
  await mark({ seatNumber: 7, from: '2026-11-19', to: '2026-11-22' })
  app.advance(60)
  const second = await mark({ seatNumber: 8 })
  app.advance(60)
  await owner.post(`/user/seats/outages/${second}/end`, {})
  const entry = { subject: 'outage', studentId: null, reason: 'Chair is broken', by: 'मोहन', amount: 0 }
  const found = [
    { ...entry, seatNumber: 8, day: '2026-11-21', lastDay: null, closed: { by: 'Meera', at: '2026-11-21T06:02:00.000Z' } },
    { ...entry, seatNumber: 7, day: '2026-11-19', lastDay: '2026-11-22', closed: null, at: '2026-11-21T06:00:00.000Z' },
  ]
  expect(await listed('outages')).toMatchObject(found)
  expect(await figure('outages')).toMatchObject({ count: 2, flagged: 0 })
  expect((await summary()).clerks).toMatchObject([{ name: 'मोहन', count: 2 }])
  expect((await summary('2026-12')).count).toBe(0)
  await owner.put('/customization/hall', { seats: 6 })
  expect(await listed('outages')).toMatchObject([found[0], { ...found[1], closed: { by: 'Meera' } }])
})

test('lists a student who came back after a gap whose months are not charged, with the person who extended', async () => {
  const { app, owner, thief, pupil, listed, figure } = await givenHall()
  const gone = { dateJoinedLibrary: '2026-05-10', terminationDate: '2026-07-20' }
  const [asha, bela, chitra, divya] = [
    await pupil('Asha', gone),
    await pupil('Bela', gone),
    await pupil('Chitra', { ...gone, terminationDate: '2026-10-20' }),
    await pupil('Divya', { ...gone, terminationDate: '2026-09-20' }),
  ]
  const terminationDate = '2027-03-31'
  expect((await thief.put(`/user/${asha}/termination`, { terminationDate })).status).toBe(200)
  // These months are charged.
  expect((await thief.put(`/user/${bela}/termination`, { terminationDate, chargeGap: true })).status).toBe(200)
  // No whole month lies between.
  expect((await thief.put(`/user/${chitra}/termination`, { terminationDate })).status).toBe(200)
  app.advance(60)
  expect((await owner.put(`/user/${divya}`, { terminationDate })).status).toBe(200)
  const gap = { subject: 'gap', flagged: false, number: null, amount: 0, reason: '' }
  expect(await listed('concessions')).toMatchObject([
    { ...gap, studentId: divya, studentName: 'Divya', by: 'Meera', day: '2026-09-20', times: 1 },
    { ...gap, studentId: asha, studentName: 'Asha', by: 'मोहन', day: '2026-07-20', times: 3 },
  ])
  expect(await figure('concessions')).toEqual({ kind: 'concessions', count: 2, flagged: 0, amount: 0, unlisted: 0 })
  app.setNow('2026-12-05T06:00:00.000Z')
  expect(await listed('concessions')).toEqual([])
})
