import { expect, test } from 'vitest'
import { moneyCheck } from '#money/fees/server/fees.checks.ts'
import { given } from '#server/testing/given.ts'

/** A hall on 21 November 2026: Asha owes since August, Bela since this month, Chetan nothing. */
const givenDues = async () => {
  const app = await given()
  app.setNow('2026-11-21T06:00:00.000Z')
  const clerk = await app.as('manager', { name: 'Meera' })
  const asha = await app.as('student', {
    name: 'Asha Rao',
    email: 'asha@example.org',
    slot: 'morning',
    seatNumber: 4,
    phone: '98765 43210',
  })
  const bela = await app.as('student', { name: 'Bela', email: 'bela@example.org', slot: 'full-day', seatNumber: 14, phone: null })
  await app.as('student', { name: 'Chetan' })
  const charge = (studentId: string, month: number, amount: number, more: object = {}) =>
    clerk.post('/user/fees', {
      studentId,
      kind: 'monthly',
      month,
      year: 2026,
      amount,
      dueOn: `2026-${String(month).padStart(2, '0')}-10`,
      ...more,
    })
  await charge(asha._id, 8, 1000)
  await charge(asha._id, 11, 1200)
  await charge(bela._id, 11, 800)
  await charge(bela._id, 12, 800)
  const dues = async (query = '') => (await clerk.get(`/user/fees/dues${query}`)).body
  const names = async (query = '') =>
    (await dues(query)).items.map(({ student }: never) => (student as { name: string } | null)?.name ?? null)
  const remind = (id: string, channel: string) => clerk.post(`/user/fees/dues/${id}/reminders`, { channel })
  return { app, clerk, asha, bela, charge, dues, names, remind }
}

test('the list of people tells staff what each owes; nobody else learns it', async () => {
  const { app, clerk, asha, dues } = await givenDues()
  await clerk.post('/user/fees/payments', { studentId: asha._id, amount: 400, method: 'cash' })
  const { body } = await clerk.get('/user')
  const owed = body.items.map(({ name, owed: sum }: { name: string; owed?: number }) => [name, sum])
  expect(owed).toEqual([
    ['Chetan', undefined],
    ['Bela', 1_600],
    ['Asha Rao', 1_800],
    ['Meera', undefined],
  ])
  expect((await dues()).items.map((due: { owed: number }) => due.owed)).toEqual([1_800, 1_600])
  expect((await clerk.get(`/user/profile/${asha._id}`)).body).not.toHaveProperty('owed')
  expect((await asha.get(`/user/profile/${asha._id}`)).body).not.toHaveProperty('owed')
  expect((await (await app.as('student')).get('/user')).status).toBe(403)
})

test('lists who owes what since when, longest overdue first, in agreement with the fees', async () => {
  const { clerk, asha, dues } = await givenDues()
  await clerk.post('/user/fees/payments', { studentId: asha._id, amount: 300, method: 'cash' })
  const { items, total, owed } = await dues()
  expect(items).toMatchObject([
    {
      student: { name: 'Asha Rao', seatNumber: 4, slot: 'morning', phone: '98765 43210' },
      owed: 1900,
      since: '2026-08-10',
      lastReminder: null,
    },
    { student: { name: 'Bela' }, owed: 1600, since: '2026-11-10' },
  ])
  expect([total, owed]).toEqual([2, 3500])
  expect((await clerk.get('/user/fees/summary')).body.unpaidAmount).toBe(3500)
  expect((await clerk.get('/user/fees/ageing')).body).toEqual({
    groups: [
      { age: 'not-due', owed: 800, fees: 1, students: 1 },
      { age: '0-30', owed: 2000, fees: 2, students: 2 },
      { age: '31-60', owed: 0, fees: 0, students: 0 },
      { age: '61-90', owed: 0, fees: 0, students: 0 },
      { age: 'over-90', owed: 700, fees: 1, students: 1 },
    ],
    deleted: { owed: 0, students: 0 },
    owed: 3500,
  })
})

test('returns the last twelve months of each student, from one query for all', async () => {
  const { clerk, asha, dues } = await givenDues()
  await clerk.post('/user/fees/payments', { studentId: asha._id, amount: 300, method: 'cash' })
  const { items } = await dues()
  expect(items.map(({ months }: { months: { year: number; month: number; state: string }[] }) => months.length)).toEqual([12, 12])
  const shown = items[0].months.filter(({ state }: { state: string }) => state !== 'none')
  expect(shown).toEqual([
    { year: 2026, month: 8, state: 'part', amount: 1000, paidAmount: 300 },
    { year: 2026, month: 11, state: 'due', amount: 1200, paidAmount: 0 },
  ])
})

test('shows on the seat map what each person owes, and the phone, until it is paid', async () => {
  const { app, clerk, asha } = await givenDues()
  const superadmin = await app.as('superadmin')
  await superadmin.put(`/user/${asha._id}`, { seatNumber: 5, slot: 'morning' })
  const dev = await app.as('student', { name: 'Dev' })
  await superadmin.put(`/user/${dev._id}`, { seatNumber: 5, slot: 'afternoon' })
  const seat = async () => (await clerk.get('/user/seats')).body.items[4].morning
  expect(await seat()).toMatchObject({ name: 'Asha Rao', owed: 2200, phone: '98765 43210' })
  expect((await clerk.get('/user/seats')).body.items[4].afternoon).toMatchObject({ name: 'Dev', owed: 0 })
  await clerk.post('/user/fees/payments', { studentId: asha._id, amount: 2200, method: 'cash' })
  expect(await seat()).toMatchObject({ owed: 0 })
})

test('returns as many students and the same sum for an age as its count', async () => {
  const { dues, clerk } = await givenDues()
  for (const { age, owed, students } of (await clerk.get('/user/fees/ageing')).body.groups) {
    const list = await dues(`?age=${age}`)
    expect([age, list.items.length, list.total, list.owed]).toEqual([age, students, students, owed])
    expect(list.items.reduce((sum: number, { owedOfAge }: { owedOfAge: number }) => sum + owedOfAge, 0)).toBe(owed)
  }
})

test('counts as overdue what was due before today, no matter who else owes something', async () => {
  const { app, asha, charge, dues, names } = await givenDues()
  expect(await names('?age=overdue')).toEqual(['Asha Rao', 'Bela'])
  expect(await dues('?age=overdue')).toMatchObject({ total: 2, owed: 3000 })
  await charge(asha._id, 9, 400, { dueOn: '2026-11-21' })
  expect(await dues('?age=overdue')).toMatchObject({ total: 2, owed: 3000 })
  app.setNow('2026-11-21T18:30:00.000Z')
  expect(await dues('?age=overdue')).toMatchObject({ total: 2, owed: 3400 })
})

test('counts a person who owes on several days once per age, however many fees and days there are', async () => {
  const { app, clerk, asha, bela, charge } = await givenDues()
  // Asha owes four fees on three days of one age and has paid a fifth; Bela owes one of that age and one that is not due yet.
  const late = { kind: 'late', dueOn: '2026-11-10' }
  for (const [studentId, month, more] of [
    [asha._id, 11, late],
    [asha._id, 11, { ...late, dueOn: '2026-11-12' }],
    [asha._id, 11, { ...late, dueOn: '2026-11-21' }],
    [bela._id, 11, { ...late, dueOn: '2026-11-22' }],
  ] as const)
    await charge(studentId, month, 100, more)
  const { body: gone } = await charge(asha._id, 11, 100, { ...late, dueOn: '2026-11-15' })
  await clerk.put(`/user/fees/${gone._id}`, { paid: true })
  const { groups } = (await clerk.get('/user/fees/ageing')).body
  expect(groups.map(({ age, students, fees, owed }: Record<string, unknown>) => [age, students, fees, owed])).toEqual([
    ['not-due', 1, 2, 900],
    ['0-30', 2, 5, 2300],
    ['31-60', 0, 0, 0],
    ['61-90', 0, 0, 0],
    ['over-90', 1, 1, 1000],
  ])
  expect(await moneyCheck.run(app.platform)).toEqual([])
})

test('moves fees to the next age from one day to the next', async () => {
  const { app, clerk } = await givenDues()
  const students = async () => (await clerk.get('/user/fees/ageing')).body.groups.map((group: { students: number }) => group.students)
  expect(await students()).toEqual([1, 2, 0, 0, 1])
  app.setNow('2026-12-10T06:00:00.000Z')
  expect(await students()).toEqual([0, 2, 0, 0, 1])
})

test('finds students by name, email, phone, seat and slot', async () => {
  const { names } = await givenDues()
  expect(await names('?search=ASHA')).toEqual(['Asha Rao'])
  expect(await names('?search=bela%40')).toEqual(['Bela'])
  expect(await names('?search=98765432')).toEqual(['Asha Rao'])
  expect(await names('?search=%2B91')).toEqual([])
  expect(await names('?search=14')).toEqual(['Bela'])
  expect(await names('?search=%25')).toEqual([])
  expect(await names('?slot=full-day')).toEqual(['Bela'])
  expect(await names('?slot=full-day&age=over-90')).toEqual([])
})

test('records a reminder with the owed amount, and does not propose the student again for a week', async () => {
  const { app, asha, names, dues, remind } = await givenDues()
  const { status, body } = await remind(asha._id, 'whatsapp')
  expect([status, body]).toMatchObject([201, { at: '2026-11-21T06:00:00.000Z', by: 'Meera', channel: 'whatsapp', owed: 2200 }])
  expect((await dues()).items[0].lastReminder).toEqual(body)
  expect(await names('?notReminded=true')).toEqual(['Bela'])
  app.setNow('2026-11-28T06:00:01.000Z')
  expect(await names('?notReminded=true')).toEqual(['Asha Rao', 'Bela'])
  const superadmin = await app.as('superadmin')
  expect((await superadmin.get('/audit?kind=fees.remind')).body.items).toMatchObject([{ actorName: 'Meera', targetName: 'Asha Rao' }])
})

test('deletes a reminder that was not sent, and shows the one before it as the last', async () => {
  const { app, clerk, asha, names, dues, remind } = await givenDues()
  const { body: first } = await remind(asha._id, 'sms')
  app.setNow('2026-11-21T06:01:00.000Z')
  const { body: second } = await remind(asha._id, 'whatsapp')
  const takeBack = (reminder: string) => clerk.del(`/user/fees/reminders/${reminder}`)
  expect((await takeBack(second._id)).status).toBe(204)
  expect((await takeBack(second._id)).status).toBe(404)
  expect((await dues()).items[0].lastReminder).toEqual(first)
  expect((await takeBack(first._id)).status).toBe(204)
  expect((await dues()).items[0].lastReminder).toBeNull()
  expect(await names('?notReminded=true')).toEqual(['Asha Rao', 'Bela'])
  const superadmin = await app.as('superadmin')
  const { items } = (await superadmin.get('/audit?kind=fees.takeBackReminder')).body
  expect(items).toMatchObject([{ actorName: 'Meera', targetName: 'Asha Rao' }, { targetName: 'Asha Rao' }])
})

test('rejects a message without a phone number and a reminder without dues', async () => {
  const { clerk, bela, remind } = await givenDues()
  expect((await remind(bela._id, 'sms')).body.code).toBe('dues.no_phone')
  expect((await remind(bela._id, 'other')).status).toBe(201)
  await clerk.post('/user/fees/payments', { studentId: bela._id, amount: 1600, method: 'cash' })
  expect((await remind(bela._id, 'other')).body.code).toBe('dues.nothing_owed')
  expect((await remind(bela._id, 'letter')).status).toBe(400)
})

test('lists the dues of deleted students separately, and does not remind them', async () => {
  const { app, clerk, asha, names, dues, remind } = await givenDues()
  await (await app.as('superadmin')).del(`/user/${asha._id}`)
  expect(await names()).toEqual(['Bela'])
  expect(await dues()).toMatchObject({ total: 1, owed: 1600, deleted: { owed: 2200, students: 1 } })
  expect(await dues('?deleted=true')).toMatchObject({ total: 1, owed: 2200, items: [{ _id: asha._id, student: null, owed: 2200 }] })
  expect((await clerk.get('/user/fees/ageing')).body).toMatchObject({ deleted: { owed: 2200, students: 1 }, owed: 3800 })
  expect((await remind(asha._id, 'other')).body.code).toBe('dues.deleted')
  const { open } = (await clerk.get(`/user/fees/accounts/${asha._id}`)).body
  await clerk.post(`/user/fees/${open[0]._id}/payments`, { amount: 1000, method: 'cash' })
  expect(await dues('?deleted=true')).toMatchObject({ total: 1, owed: 1200, items: [{ since: '2026-11-10' }] })
  expect(await moneyCheck.run(app.platform)).toEqual([])
})

test('pages through the worklist', async () => {
  const { dues } = await givenDues()
  const first = await dues('?limit=1')
  const second = await dues(`?limit=1&cursor=${first.nextCursor}`)
  expect([first.items[0].student.name, second.items[0].student.name, second.nextCursor]).toEqual(['Asha Rao', 'Bela', null])
})

test('fills in the reminder from the customization', async () => {
  const { app, dues } = await givenDues()
  const superadmin = await app.as('superadmin')
  await superadmin.put('/customization/hall', { upiId: 'hall@okbank', reminder: 'Dear {name}' })
  await superadmin.put('/customization/system-name', { systemName: 'Saraswati Hall' })
  expect((await dues()).reminder).toEqual({ template: 'Dear {name}', hall: 'Saraswati Hall', upiId: 'hall@okbank' })
})

test('exports the rows that match the filters', async () => {
  const { clerk, asha, remind } = await givenDues()
  await remind(asha._id, 'sms')
  const { text, headers } = await clerk.get('/user/fees/dues/export?format=csv&age=over-90')
  const [, row, end] = text.split('\r\n')
  expect(row).toBe('Asha Rao,asha@example.org,98765 43210,4,Morning,1000.00,2200.00,2026-08-10,103,2026-11-21 11:30:00,Meera,SMS opened')
  expect([end, headers['content-disposition']]).toEqual(['', expect.stringContaining('Dues 2026-11-21.csv')])
})
