import { expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'

const givenHall = async () => {
  const app = await given()
  const admin = await app.as('admin')
  const superadmin = await app.as('superadmin')
  const setSeats = (seats: unknown) => admin.put('/customization/hall', { seats })
  const seat = (name: string, seatNumber: unknown, more = {}) =>
    superadmin.post('/user', {
      name,
      email: `${name.toLowerCase()}@example.org`,
      password: 'a good long one',
      role: 'student',
      slot: 'full-day',
      seatNumber,
      ...more,
    })
  const seats = async () => (await superadmin.get('/user/seats')).body.items.length
  return { app, setSeats, seat, seats }
}

test('the number of seats limits the seat map and the seats of students', async () => {
  const { setSeats, seat, seats } = await givenHall()
  const beyond = await seat('Asha', 39)
  expect([beyond.status, beyond.body.fields]).toEqual([400, { seatNumber: 'Seat number must be from 1 to 38' }])
  expect((await setSeats(60)).body.hall.seats).toBe(60)
  expect(await seats()).toBe(60)
  expect((await seat('Asha', '60')).status).toBe(201)
  const other = await seat('Bela', 61)
  expect([other.status, other.body.message]).toEqual([400, 'Seat number must be from 1 to 60'])
})

test.each([0, 501, 38.5, '40', null])('rejects %j as a number of seats', async (number) => {
  const { setSeats, seats } = await givenHall()
  const answer = await setSeats(number)
  expect([answer.status, answer.body.message]).toEqual([400, 'Please enter a number of seats from 1 to 500'])
  expect(await seats()).toBe(38)
})

test('rejects removing occupied seats, and names the people who have them', async () => {
  const { app, setSeats, seat, seats } = await givenHall()
  for (const [at, name] of ['Asha', 'Bela', 'Chitra', 'Devi', 'Esha'].entries()) await seat(name, 30 + at)
  const refused = await setSeats(29)
  const sentence = 'Taken: seat 30 (Asha), seat 31 (Bela), seat 32 (Chitra) and 2 more. Please free them first'
  expect([refused.status, refused.body.message, refused.body.fields]).toEqual([409, sentence, { seats: sentence }])
  expect((await setSeats(33)).body.message).toBe('Taken: seat 34 (Esha). Please free them first')
  expect([await seats(), (await setSeats(34)).status, await seats()]).toEqual([38, 200, 34])
  const entries = await app.db.selectFrom('audit').select(['before', 'after']).where('action', '=', 'customization.updateHall').execute()
  expect(entries.map(({ before, after }) => [before, JSON.parse(after ?? '').hall.seats])).toEqual([['{"hall":null}', 34]])
})

test('the seat of an expired account does not block the change, and is lost when the account is extended', async () => {
  const { app, seat } = await givenHall()
  app.setNow('2026-03-01T06:00:00.000Z')
  const { body } = await seat('Asha', 38, { terminationDate: '2026-03-05' })
  app.setNow('2026-03-06T06:00:00.000Z')
  const fresh = await app.as('admin')
  expect((await fresh.put('/customization/hall', { seats: 30 })).status).toBe(200)
  const boss = await app.as('superadmin')
  const extended = await boss.put(`/user/${body._id}/termination`, { terminationDate: '2026-04-05' })
  expect([extended.status, extended.body.message]).toEqual([400, 'Seat number must be from 1 to 30'])
  expect((await boss.put(`/user/${body._id}`, { terminationDate: '2026-04-05', seatNumber: null })).status).toBe(200)
})

test('removing and assigning seats concurrently leaves no student on a removed seat', async () => {
  const { app, setSeats, seat } = await givenHall()
  for (const round of [1, 2, 3, 4]) {
    app.othersWrite(['users', 'customization'])
    await Promise.all([setSeats(20), seat(`One${round}`, 20 + round), setSeats(20)])
    const { seats } = (await app.anyone().get('/customization')).body.hall
    const taken = await app.db.selectFrom('seats').select('seatNumber').execute()
    expect(taken.every(({ seatNumber }) => seatNumber <= seats)).toBe(true)
    await app.db.deleteFrom('seats').execute()
    await setSeats(38)
  }
})

test('an admin who is demoted in the meantime changes neither the hall nor its shifts', async () => {
  const app = await given()
  const [owner, admin] = [await app.as('superadmin'), await app.as('admin')]
  const changes = Array.from({ length: 5 }, (_, at) => [
    admin.put('/customization/hall', { seats: 50 + at }),
    admin.post('/customization/shifts', { name: `Shift ${at}`, from: '06:00', to: '12:00' }),
  ]).flat()
  const [demoted, ...answers] = await Promise.all([owner.put(`/user/${admin._id}`, { role: 'manager' }), ...changes])
  expect(demoted.status).toBe(200)
  expect(answers.every(({ status }) => [200, 201, 401, 403].includes(status))).toBe(true)
  const order = await app.db.selectFrom('audit').select(['action', 'targetId']).orderBy('id').execute()
  const end = order.findIndex(({ targetId }) => targetId === admin._id)
  expect(order.slice(end + 1)).toEqual([])
})

test('stores the usual purposes of payments as a short list without duplicates', async () => {
  const app = await given()
  const admin = await app.as('admin')
  const put = (boxPurposes: unknown) => admin.put('/customization/hall', { boxPurposes })
  expect((await put([' पानी ', 'Tea'])).body.hall.boxPurposes).toEqual(['पानी', 'Tea'])
  expect((await put([])).body.hall.boxPurposes).toEqual([])
  for (const wrong of [['Tea', 'tea'], [''], ['x'.repeat(61)], Array.from({ length: 13 }, (_, at) => `P${at}`), 'Tea'])
    expect((await put(wrong)).status).toBe(400)
})

test('only staff receive the purposes of the cash box and the hour to close the day', async () => {
  const app = await given()
  const admin = await app.as('admin')
  const settings = { boxPurposes: ['Water', 'Owner took cash'], closeHour: 21 }
  expect((await admin.put('/customization/hall', { ...settings, upiId: 'hall@okbank' })).body.hall).toMatchObject(settings)
  for (const staff of [admin, await app.as('manager'), await app.as('superadmin')])
    expect((await staff.get('/customization')).body.hall).toMatchObject(settings)
  for (const other of [app.anyone(), await app.as('student')])
    expect((await other.get('/customization')).body.hall).toMatchObject({ boxPurposes: [], closeHour: null, upiId: 'hall@okbank' })
})

test('offers to close the day from 8 pm on, from another hour or never', async () => {
  const app = await given()
  const admin = await app.as('admin')
  const closeHour = async () => (await (await app.as('manager')).get('/customization')).body.hall.closeHour
  expect(await closeHour()).toBe(20)
  for (const hour of [0, 23, null]) {
    expect((await admin.put('/customization/hall', { closeHour: hour })).status).toBe(200)
    expect(await closeHour()).toBe(hour)
  }
  for (const wrong of [-1, 24, 7.5, '8']) {
    const refused = await admin.put('/customization/hall', { closeHour: wrong })
    expect([refused.status, refused.body.message]).toEqual([400, 'Please choose an hour'])
  }
})
