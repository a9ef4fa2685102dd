import { expect, test } from 'vitest'
import { rosterHall } from '#people/roster/server/testing/rosterHall.ts'
import { givenPassHall } from './testing/givenPassHall.ts'

test('offers the seats that no student and no visitor has, for the shifts that are not over', async () => {
  const { app, sell, student, offer } = await givenPassHall()
  await student({ slot: 'afternoon', seatNumber: 1 })
  await sell({ seatNumber: 2 })
  expect(await offer()).toMatchObject({
    price: 60,
    shifts: [
      { slot: 'morning', day: '2026-11-26', isRunning: true, freeSeats: [1] },
      { slot: 'afternoon', isRunning: false, freeSeats: [2] },
      { slot: 'full-day', isRunning: true, freeSeats: [] },
    ],
  })
  expect((await offer('?day=2026-11-27')).shifts.map(({ freeSeats }: { freeSeats: number[] }) => freeSeats)).toEqual([[1, 2], [2], [2]])
  app.setNow('2026-11-26T10:00:00.000Z')
  expect((await offer()).shifts.map(({ slot }: { slot: string }) => slot)).toEqual(['afternoon', 'full-day'])
  expect((await sell()).body.code).toBe('passes.shift_over')
})

test('counts a sold seat as taken today, and as free tomorrow', async () => {
  const { app, admin, clerk, sell } = await givenPassHall()
  await admin.put('/customization/hall', { showFreeSeats: true })
  const free = async () => {
    const { freeSeats } = (await clerk.get('/user/figures')).body
    const { freeMorning, freeAfternoon } = (await clerk.get('/user/dashboard')).body.seats
    return [freeSeats, freeMorning, freeAfternoon, (await clerk.get('/landing/free-seats')).body.freeSeats?.morning]
  }
  expect(await free()).toEqual([2, 2, 2, 2])
  const { paymentId } = (await sell()).body
  expect(await free()).toEqual([2, 1, 2, 1])
  await sell({ slot: 'afternoon' })
  expect(await free()).toEqual([1, 1, 1, 1])
  await admin.post(`/user/fees/payments/${paymentId}/void`, { reason: 'Did not stay' })
  expect(await free()).toEqual([2, 2, 1, 2])
  app.setNow('2026-11-27T06:00:00.000Z')
  expect(await free()).toEqual([2, 2, 2, 2])
})

test('refuses a seat that a student has, and uses one that is only kept, without giving it away', async () => {
  const { app, admin, sell, student, seats, voidPass } = await givenPassHall()
  const asha = await student({ slot: 'full-day', seatNumber: 1, terminationDate: '2026-11-26' })
  expect((await sell()).body).toMatchObject({ code: 'users.seat_taken', message: expect.stringContaining('Asha Verma') })
  app.setNow('2026-11-27T06:00:00.000Z')
  const pass = (await sell()).body
  expect(pass.seatNumber).toBe(1)
  const [seat] = await seats()
  expect(seat).toMatchObject({ morning: { name: 'Asha Verma', isExpired: true }, visitors: [{ name: 'Meera Nair' }] })
  const renewed = await admin.put(`/user/${asha._id}/termination`, { terminationDate: '2026-12-31' })
  expect(renewed.body).toMatchObject({ code: 'users.seat_sold_for_day', message: expect.stringContaining('Meera Nair') })
  await voidPass(pass)
  expect((await admin.put(`/user/${asha._id}/termination`, { terminationDate: '2026-12-31' })).status).toBe(200)
  expect((await seats())[0]).toMatchObject({ morning: { name: 'Asha Verma', isExpired: false } })
})

test('refuses to assign a seat that is sold today or later, and names the visitor and the day', async () => {
  const { app, admin, sell, student } = await givenPassHall()
  await sell({ day: '2026-11-28' })
  const { _id } = await student({})
  const assign = (slot: string) => admin.put(`/user/${_id}`, { seatNumber: 1, slot })
  const refused = await assign('full-day')
  expect(refused.status).toBe(409)
  expect(refused.body.message).toBe('Seat 1 is sold to Meera Nair for 28 Nov 2026. Choose another seat, or void the day pass.')
  expect((await assign('afternoon')).status).toBe(200)
  app.setNow('2026-11-29T06:00:00.000Z')
  expect((await assign('full-day')).status).toBe(200)
})

test('names a seat that is sold by its label', async () => {
  const { admin, sell, student } = await givenPassHall()
  await admin.put('/user/seats/details', { from: 1, to: 1, labels: { prefix: 'B24' } })
  await sell()
  const again = await sell()
  expect([again.body.message, again.body.params]).toEqual([
    'Seat B24 is sold to Meera Nair for 26 Nov 2026. Choose another seat, or void the day pass.',
    { seat: 1, label: 'B24', day: '2026-11-26', name: 'Meera Nair' },
  ])
  await student({ slot: 'afternoon', seatNumber: 1 })
  expect((await sell({ slot: 'afternoon' })).body.message).toBe('Seat B24 (afternoon) is taken by Asha Verma')
  expect((await admin.put('/customization/shifts/afternoon', { from: '13:00', to: '00:00' })).body.message).toBe(
    'Nothing was changed: Asha Verma would have seat B24, which is sold to Meera Nair for 26 Nov 2026. Void the day pass first.',
  )
})

test('keeps the pieces of a night shift on the days on which they fall', async () => {
  const { app, admin, sell, student, offer, seats } = await givenPassHall()
  await admin.post('/customization/shifts', { name: 'Night', from: '22:00', to: '06:00' })
  const night = (await sell({ slot: 'night' })).body
  expect(night).toMatchObject({ day: '2026-11-26', from: '22:00', to: '06:00' })
  expect((await sell({ slot: 'afternoon' })).body.code).toBe('users.seat_sold_for_day')
  expect((await sell({ slot: 'morning' })).status).toBe(201)
  expect((await sell({ slot: 'morning', day: '2026-11-27' })).body.code).toBe('users.seat_sold_for_day')
  // 01:30 of the next day: last night's shift is still running.
  app.setNow('2026-11-26T20:00:00.000Z')
  expect((await seats())[0].visitors).toMatchObject([{ shiftName: 'Night' }])
  expect((await offer()).shifts).toContainEqual(
    expect.objectContaining({ slot: 'night', day: '2026-11-26', isRunning: true, freeSeats: [2] }),
  )
  expect((await sell({ slot: 'night', seatNumber: 2 })).body).toMatchObject({ day: '2026-11-26' })
  const { _id } = await student({})
  expect((await admin.put(`/user/${_id}`, { seatNumber: 2, slot: 'morning' })).body.code).toBe('users.seat_sold_for_day')
  // 06:30: it is over, but its pieces are of today.
  app.setNow('2026-11-27T01:00:00.000Z')
  expect((await offer()).shifts).toContainEqual(expect.objectContaining({ slot: 'night', day: '2026-11-27', isRunning: false }))
})

test('keeps a pass at the times with which it was sold when shifts are cut and joined', async () => {
  const { app, admin, sell, offer } = await givenPassHall()
  const pass = (await sell()).body
  const days = () => app.db.selectFrom('seatDays').select(['day', 'piece', 'passId']).orderBy('piece').execute()
  await admin.post('/customization/shifts', { name: 'Dawn', from: '04:00', to: '08:00' })
  expect(await days()).toEqual([0, 240, 480].map((piece) => ({ day: '2026-11-26', piece, passId: pass._id })))
  await admin.put('/customization/shifts/morning', { from: '00:00', to: '10:00' })
  expect((await offer()).shifts.find(({ slot }: { slot: string }) => slot === 'full-day').freeSeats).toEqual([2])
  expect((await days()).map(({ piece }) => piece)).toEqual([0, 240, 480, 600])
  await admin.del('/customization/shifts/dawn')
  expect((await days()).map(({ piece }) => piece)).toEqual([0, 600])
})

test('refuses new times of a shift that would put a student on a seat that is sold', async () => {
  const { admin, sell, student } = await givenPassHall()
  await student({ slot: 'afternoon', seatNumber: 1 })
  await sell()
  const { status, body } = await admin.put('/customization/shifts/afternoon', { from: '13:00', to: '00:00' })
  expect(status).toBe(409)
  expect(body.message).toBe(
    'Nothing was changed: Asha Verma would have seat 1, which is sold to Meera Nair for 26 Nov 2026. Void the day pass first.',
  )
  expect((await admin.put('/customization/shifts/afternoon', { from: '15:00', to: '00:00' })).status).toBe(200)
})

test('deletes the seats of days that are over', async () => {
  const { app, sell, passes } = await givenPassHall()
  await sell()
  app.setNow('2026-11-29T06:00:00.000Z')
  await sell()
  const days = await app.db.selectFrom('seatDays').select('day').execute()
  expect(days).toEqual([{ day: '2026-11-29' }])
  expect(await passes()).toHaveLength(2)
})

test('refuses to remove a seat that is sold today or later, and names the visitor', async () => {
  const { app, admin, sell, student, voidPass } = await givenPassHall({ seats: 5 })
  await student({ slot: 'morning', seatNumber: 3 })
  const sold = (await sell({ seatNumber: 4, day: '2026-11-28' })).body
  await sell({ seatNumber: 5 })
  const other = (await sell({ seatNumber: 5, slot: 'afternoon', name: 'Ravi Iyer' })).body
  const setSeats = async (seats: number) => {
    const { status, body } = await admin.put('/customization/hall', { seats })
    return [status, body.message, body.fields?.seats]
  }
  const refused = (message: string) => [409, message, message]
  expect(await setSeats(2)).toEqual(refused('Taken: seat 3 (Asha Verma). Please free them first'))
  const sentence = 'Taken: seat 4 (Meera Nair), seat 5 (Meera Nair), seat 5 (Ravi Iyer). Please free them first'
  expect(await setSeats(3)).toEqual(refused(sentence))
  await voidPass(sold)
  await admin.del(`/user/fees/visitors/${other.visitorId}`)
  expect((await setSeats(4))[1]).toBe('Taken: seat 5 (Meera Nair), seat 5 (a visitor). Please free them first')
  app.setNow('2026-11-27T06:00:00.000Z')
  expect((await setSeats(3))[0]).toBe(200)
})

test('refuses a night on a seat that is out of order on one of its two days', async () => {
  const { app, admin, clerk, sell, offer } = await givenPassHall({ seats: 3 })
  await admin.post('/customization/shifts', { name: 'Night', from: '22:00', to: '06:00' })
  const broken = (seatNumber: number, day: string) =>
    clerk.post('/user/seats/outages', { seatNumber, from: day, to: day, reason: 'Chair is broken' })
  await broken(1, '2026-11-27')
  await broken(2, '2026-11-28')
  const night = async (query = '') => {
    const { shifts } = await offer(query)
    return shifts.find(({ slot }: { slot: string }) => slot === 'night')
  }
  expect((await night()).freeSeats).toEqual([2, 3])
  expect((await night('?day=2026-11-27')).freeSeats).toEqual([3])
  const { status, body } = await sell({ slot: 'night' })
  expect([status, body.code, body.message]).toEqual([
    409,
    'seats.out_of_order',
    'Seat 1 is out of order until 27 Nov 2026: Chair is broken',
  ])
  expect((await sell({ slot: 'night', seatNumber: 2 })).status).toBe(201)
  expect((await sell({ slot: 'full-day' })).status).toBe(201)
  // 01:30: only the day that has begun counts.
  app.setNow('2026-11-27T20:00:00.000Z')
  expect(await night()).toMatchObject({ day: '2026-11-27', freeSeats: [1, 3] })
  // The night is over before the hall's next day begins.
  app.setNow('2026-11-28T06:00:00.000Z')
  await admin.put('/customization/hall', { dayStartsAt: 6 })
  await broken(3, '2026-11-29')
  expect((await night()).freeSeats).toEqual([1, 3])
})

test('the check of a register reports seats that are sold today or later, as saving would', async () => {
  const { app, admin, sell, seats } = await givenPassHall({ seats: 4 })
  await admin.post('/customization/shifts', { name: 'Night', from: '22:00', to: '06:00' })
  const roster = await rosterHall(app)
  app.setNow('2026-11-25T06:00:00.000Z')
  await sell({ seatNumber: 4 })
  app.setNow('2026-11-26T06:00:00.000Z')
  await sell({ seatNumber: 1, day: '2026-11-28' })
  await sell({ seatNumber: 2, slot: 'night' })
  const register = [
    'Name,Email,Seat,Shift,Valid until',
    'Asha,asha@example.org,1,Full-day,',
    'Bela,bela@example.org,1,Afternoon,',
    'Chand,chand@example.org,2,Morning,',
    'Dev,dev@example.org,4,Morning,',
    'Esha,esha@example.org,1,Morning,2026-11-20',
  ].join('\n')
  const sentence = (seat: number, day: string) =>
    `Seat: Seat ${seat} is sold to Meera Nair for ${day}. Choose another seat, or void the day pass.`
  expect(await roster.problems(register)).toEqual([`2 ${sentence(1, '28 Nov 2026')}`, `4 ${sentence(2, '27 Nov 2026')}`])
  const lines = register.split('\n')
  const right = [lines[0], ...lines.slice(2, 3), ...lines.slice(4)].join('\n')
  expect(await roster.problems(right)).toEqual([])
  const { status, body } = await roster.take(right)
  expect([status, body.slips.length]).toEqual([200, 3])
  const former = await app.db.selectFrom('users').select(['seatNumber', 'formerSeat']).where('name', '=', 'Esha').executeTakeFirst()
  expect(former).toEqual({ seatNumber: null, formerSeat: 1 })
  expect((await seats())[0]).toMatchObject({ morning: null, afternoon: { name: 'Bela' } })
})

test('a seat that is sold while a register is imported imports nobody', async () => {
  const { app, sell } = await givenPassHall({ seats: 2 })
  const roster = await rosterHall(app)
  app.setNow('2026-11-26T06:00:00.000Z')
  const register = 'Name,Email,Seat,Shift\nAsha,asha@example.org,1,Full-day'
  const [{ status, body }, ...sales] = await Promise.all([roster.take(register), ...Array.from({ length: 5 }, () => sell())])
  const isSold = sales.some((sale) => sale.status === 201)
  expect(isSold ? ['roster.problems', 'roster.changed_meanwhile'] : [undefined]).toContain(body.code)
  expect([status === 200, (await roster.students()).length]).toEqual(isSold ? [false, 0] : [true, 1])
})

test('names the seat by its label and room, where it is sold, in the list and on the receipt', async () => {
  const { admin, clerk, sell, offer, passes } = await givenPassHall()
  const { rooms } = (await admin.post('/user/seats/rooms', { name: 'Room 2' })).body
  await admin.put('/user/seats/details', { from: 1, to: 1, roomId: rooms[0]._id, labels: { prefix: 'B24' } })
  expect((await offer()).seats).toEqual([{ seatNumber: 1, label: 'B24', room: 'Room 2' }])
  const pass = (await sell()).body
  expect(pass).toMatchObject({ seatNumber: 1, seatLabel: 'B24' })
  expect(await passes()).toMatchObject([{ seatNumber: 1, seatLabel: 'B24' }])
  expect((await clerk.get(`/user/fees/receipts/${pass.paymentId}`)).body).toMatchObject({ seatNumber: 1, seatLabel: 'B24' })
  expect((await sell({ seatNumber: 2 })).body).not.toHaveProperty('seatLabel')
})
