import { describe, expect, test } from 'vitest'
import type { Seat } from '#people/seats/seats.contract.ts'
import { given } from '#server/testing/given.ts'
import { shiftLimits } from '../shifts.limits.ts'
import type { Shift } from '../shifts.shapes.contract.ts'

let made = 0
const givenHall = async () => {
  const app = await given()
  app.setNow('2026-11-21T10:00:00.000Z')
  const boss = await app.as('superadmin')
  const add = async (name: string, from: string, to: string, more: object = {}) =>
    boss.post('/customization/shifts', { name, from, to, ...more })
  const change = (key: string, body: object) => boss.put(`/customization/shifts/${key}`, body)
  const student = (name: string, seatNumber: number | null, slot: string | null, more: object = {}) =>
    boss.post('/user', { name, email: `s${++made}@example.org`, password: 'a good long one', role: 'student', slot, seatNumber, ...more })
  const shifts = async (): Promise<Shift[]> => (await boss.get('/customization')).body.hall.shifts
  const seat = async (seatNumber: number) => {
    const { holders } = ((await boss.get('/user/seats')).body.items as Seat[])[seatNumber - 1] ?? { holders: [] }
    return holders.map(({ name, parts }) => [name, ...parts.map(({ from, to }) => `${from}-${to}`)].join(' '))
  }
  return { app, boss, add, change, student, shifts, seat }
}

test('a hall begins with the three slots, in the order of their times', async () => {
  const { boss, shifts } = await givenHall()
  expect((await shifts()).map(({ key, name, from, to }) => [key, name, from, to])).toEqual([
    ['morning', 'Morning', '00:00', '14:00'],
    ['afternoon', 'Afternoon', '14:00', '00:00'],
    ['full-day', 'Full-day', '00:00', '00:00'],
  ])
  expect((await boss.get('/customization/shifts')).body.shifts.map(({ students }: { students: number }) => students)).toEqual([0, 0, 0])
})

test('a shift gets a permanent key of its first name, and its fee is that of its students', async () => {
  const { boss, add, change, shifts } = await givenHall()
  expect((await add('Early bird', '05:00', '09:30', { monthlyFee: 450, colour: 'accent' })).status).toBe(201)
  await change('early-bird', { name: 'Dawn' })
  expect((await shifts())[1]).toEqual({
    key: 'early-bird',
    name: 'Dawn',
    from: '05:00',
    to: '09:30',
    monthlyFee: 450,
    colour: 'accent',
    isArchived: false,
  })
  const { hall } = (await boss.put('/customization/hall', { slotFees: { 'early-bird': 500, morning: 600 } })).body
  expect(hall.slotFees).toEqual({ morning: 600, 'early-bird': 500, afternoon: null, 'full-day': null })
  expect((await boss.put('/customization/hall', { slotFees: { night: 500 } })).status).toBe(400)
  expect((await boss.put('/customization/hall', { slotFees: { morning: null } })).body.hall.slotFees.morning).toBeNull()
})

test('each change is in the audit with what it changed', async () => {
  const { app, add, change } = await givenHall()
  await add('Night', '22:00', '06:00')
  await change('night', { to: '05:00', monthlyFee: 300 })
  await change('night', { to: '05:00' })
  const entries = await app.db.selectFrom('audit').selectAll().where('action', 'like', 'shifts.%').orderBy('id').execute()
  expect(
    entries.map(({ action, targetId, before, after }) => [action, targetId, before && JSON.parse(before), after && JSON.parse(after)]),
  ).toEqual([
    ['shifts.create', 'night', null, expect.objectContaining({ name: 'Night', from: '22:00', to: '06:00' })],
    ['shifts.update', 'night', { to: '06:00', monthlyFee: null }, { to: '05:00', monthlyFee: 300 }],
  ])
})

test('a fee that is lowered for a night and raised again is in the audit twice, with both amounts in rupees', async () => {
  const { app, boss, change } = await givenHall()
  await change('morning', { monthlyFee: 650.5 })
  const admin = await app.as('admin', { name: 'Clerk' })
  app.setNow('2026-11-30T17:00:00.000Z')
  expect((await admin.put('/customization/shifts/morning', { monthlyFee: 100 })).status).toBe(200)
  app.setNow('2026-12-01T01:30:00.000Z')
  expect((await admin.put('/customization/hall', { slotFees: { morning: 650.5 } })).status).toBe(200)
  const { items } = (await boss.get(`/audit?actor=${admin._id}`)).body
  const entry = { action: 'shifts.update', actorName: 'Clerk' }
  expect(items).toMatchObject([
    { ...entry, at: '2026-12-01T01:30:00.000Z', changes: [{ field: 'monthlyFee', before: '100', after: '650.5' }] },
    { ...entry, at: '2026-11-30T17:00:00.000Z', changes: [{ field: 'monthlyFee', before: '650.5', after: '100' }] },
  ])
})

describe('new times', () => {
  test('move the seats of all students of a shift at once, over midnight too', async () => {
    const { add, change, student, seat } = await givenHall()
    await add('Evening', '18:00', '22:00')
    await add('Night', '22:00', '06:00')
    for (const [name, slot] of [
      ['Asha', 'evening'],
      ['Bela', 'night'],
    ] as const)
      expect((await student(name, 7, slot)).status).toBe(201)
    expect(await seat(7)).toEqual(['Asha 18:00-22:00', 'Bela 22:00-06:00'].toSorted((one) => (one.startsWith('Bela') ? -1 : 1)))
    expect((await change('night', { to: '07:30' })).status).toBe(200)
    expect((await change('evening', { from: '07:30' })).status).toBe(200)
    expect((await seat(7)).toSorted()).toEqual(['Asha 07:30-22:00', 'Bela 22:00-07:30'])
  })

  test('change nothing where two students would have one seat, and name them, kept seats too', async () => {
    const { boss, change, student, seat } = await givenHall()
    await student('Asha', 7, 'morning')
    await student('Bela', 7, 'afternoon')
    await student('Chand', 8, 'morning')
    const dev = (await student('Dev', 8, 'afternoon')).body._id
    await boss.put(`/user/${dev}/termination`, { terminationDate: '2026-11-20' })
    const refused = await change('morning', { to: '15:00' })
    expect([refused.status, refused.body.code]).toEqual([409, 'shifts.meet'])
    expect(refused.body.message).toBe(
      'Nothing was changed: two students would have one seat at the same time. Seat 7: Bela and Asha. Seat 8: Dev and Chand (kept for an account that has ended).',
    )
    expect((await seat(7)).toSorted()).toEqual(['Asha 00:00-14:00', 'Bela 14:00-00:00'])
    expect((await change('morning', { to: '13:00' })).status).toBe(200)
    expect((await seat(7)).toSorted()).toEqual(['Asha 00:00-13:00', 'Bela 14:00-00:00'])
  })

  test('name ten meetings and count the others', async () => {
    const { change, student } = await givenHall()
    for (let at = 1; at <= 12; at++) {
      await student(`M${at}`, at, 'morning')
      await student(`A${at}`, at, 'afternoon')
    }
    const { body } = await change('full-day', { from: '01:00', to: '02:00' })
    expect(body.shifts).toHaveLength(3)
    const refused = await change('morning', { to: '14:30' })
    expect([refused.body.params.meetings.length, refused.body.params.more]).toEqual([10, 2])
    expect(refused.body.message).toMatch(/ And 2 more\.$/)
  })

  test('leave no border that no shift has', async () => {
    const { app, add, change, student } = await givenHall()
    const pieces = async () => (await app.db.selectFrom('pieces').select('starts').orderBy('starts').execute()).map(({ starts }) => starts)
    await student('Asha', 7, 'full-day')
    await add('Evening', '18:00', '22:00')
    expect(await pieces()).toEqual([0, 840, 1080, 1320])
    await change('evening', { from: '18:30', to: '22:00' })
    expect(await pieces()).toEqual([0, 840, 1110, 1320])
    expect(await app.db.selectFrom('seats').select('piece').execute()).toHaveLength(4)
  })
})

describe('an archived shift', () => {
  test('keeps its students, cannot be given to anybody else, and can be used again', async () => {
    const { boss, change, student, seat } = await givenHall()
    const asha = (await student('Asha', 7, 'morning')).body._id
    expect((await change('morning', { isArchived: true })).status).toBe(200)
    expect(await seat(7)).toEqual(['Asha 00:00-14:00'])
    expect((await boss.put(`/user/${asha}`, { seatNumber: 8 })).status).toBe(200)
    const refused = await student('Bela', 9, 'morning')
    expect([refused.status, refused.body.fields]).toEqual([400, { slot: 'This shift is archived. Please choose another one' }])
    await change('morning', { isArchived: false })
    expect((await student('Bela', 9, 'morning')).status).toBe(201)
  })

  test('is offered by filters only while people have it', async () => {
    const { app, boss, add, change, student } = await givenHall()
    await add('Night', '22:00', '06:00')
    const asha = (await student('Asha', 7, 'morning')).body._id
    const gone = (await student('Gone', null, 'night')).body._id
    const held = async () => (await (await app.as('manager')).get('/customization/shifts/held')).body
    expect(await held()).toEqual({ archived: [] })
    for (const key of ['morning', 'night', 'afternoon']) await change(key, { isArchived: true })
    expect(await held()).toEqual({ archived: ['morning', 'night'] })
    await boss.del(`/user/${gone}`)
    await boss.put(`/user/${asha}`, { slot: 'full-day' })
    expect(await held()).toEqual({ archived: [] })
  })

  test('is not the last one', async () => {
    const { change } = await givenHall()
    await change('morning', { isArchived: true })
    await change('afternoon', { isArchived: true })
    expect((await change('full-day', { isArchived: true })).body.code).toBe('shifts.last')
  })
})

test('a shift that nobody ever had can be deleted; others, and the first three, are archived instead', async () => {
  const { boss, add, student } = await givenHall()
  await add('Evening', '18:00', '22:00')
  expect((await boss.del('/customization/shifts/morning')).body.code).toBe('shifts.first')
  const asha = (await student('Asha', null, 'evening')).body._id
  expect((await boss.del('/customization/shifts/evening')).body.code).toBe('shifts.in_use')
  await boss.put(`/user/${asha}`, { slot: 'morning' })
  expect((await boss.del('/customization/shifts/evening')).body.code).toBe('shifts.in_use')
  await boss.del(`/user/${asha}`)
  expect((await boss.del('/customization/shifts/evening')).status).toBe(409)
  await add('Night', '22:00', '06:00')
  expect((await boss.del('/customization/shifts/night')).status).toBe(204)
})

test('names, times and numbers are checked', async () => {
  const { add, change } = await givenHall()
  expect((await add('morning', '06:00', '07:00')).body.fields).toEqual({ name: 'Another shift has this name' })
  expect((await add('', '06:00', '07:00')).body.fields).toEqual({ name: 'Please enter a name' })
  expect((await add('Evening', '24:00', '7')).body.fields).toMatchObject({ from: expect.any(String), to: expect.any(String) })
  expect((await change('morning', { monthlyFee: -1 })).status).toBe(400)
  for (let at = 3; at < shiftLimits.active; at++) expect((await add(`Shift ${at}`, '06:00', '07:00')).status).toBe(201)
  expect((await add('One more', '06:00', '07:00')).body.code).toBe('shifts.too_many')
})

test('a hall can have sixty shifts with the archived ones', async () => {
  const { app, add } = await givenHall()
  const row = { starts: 0, ends: 60, days: 127, fee: null, colour: 'info', archivedAt: 'then' }
  for (let at = 3; at < shiftLimits.all; at++)
    await app.db
      .insertInto('shifts')
      .values({ ...row, key: `old-${at}`, name: `Old ${at}` })
      .execute()
  expect((await add('One more', '06:00', '07:00')).body.code).toBe('shifts.too_many')
})

test('lists filtered by a slot accept the shifts of the hall, and no others', async () => {
  const { boss, add, student } = await givenHall()
  await add('Evening', '18:00', '22:00')
  await student('Asha', 7, 'evening')
  for (const path of ['/notice/users', '/chat/admin/users', '/user/fees/dues']) {
    expect([path, (await boss.get(`${path}?slot=evening`)).status]).toEqual([path, 200])
    const refused = await boss.get(`${path}?slot=night`)
    expect([path, refused.status, refused.body.fields]).toEqual([path, 400, { slot: 'Please choose a shift' }])
  }
  expect((await boss.get('/notice/users?slot=evening')).body.total).toBe(1)
})
