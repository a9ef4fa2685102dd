import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { givenPassHall } from './testing/givenPassHall.ts'

/** A student on seat 1 in the afternoon, and passes: seat 1 in the morning, seat 2 for a night, a void one, and one that is over. */
const givenSoldSeats = async () => {
  const hall = await givenPassHall({ seats: 4 })
  const { app, admin, sell, student, voidPass } = hall
  await admin.post('/customization/shifts', { name: 'Night', from: '22:00', to: '06:00' })
  await sell({ seatNumber: 3 })
  app.setNow('2026-11-28T06:00:00.000Z')
  const _id = (await student({ slot: 'afternoon', seatNumber: 1 }))._id
  const morning = (await sell({ seatNumber: 1 })).body._id
  await sell({ seatNumber: 2, slot: 'night' })
  await voidPass((await sell({ seatNumber: 4, day: '2026-11-30' })).body)
  return {
    ...hall,
    studentId: _id,
    morning,
    check: hall.checks,
  }
}

test('the doctor finds nothing where students and visitors have different seats or times', async () => {
  const { app, admin, student, check } = await givenSoldSeats()
  expect(await check()).toEqual([])
  await admin.post('/customization/shifts', { name: 'Noon', from: '11:00', to: '15:00' })
  await admin.put('/customization/shifts/morning', { from: '01:00', to: '13:00' })
  expect(await check()).toEqual([])
  // 01:30 in the night shift; later it is over, and rows of former days are still there.
  for (const now of ['2026-11-28T20:00:00.000Z', '2026-11-29T06:00:00.000Z', '2026-12-02T06:00:00.000Z']) {
    app.setNow(now)
    expect(await check()).toEqual([])
  }
  await student({ slot: 'full-day', seatNumber: 2 })
  expect(await app.db.selectFrom('seatDays').select('day').distinct().execute()).not.toEqual([])
  expect(await check()).toEqual([])
})

test('the doctor finds no shared seat where it is only kept for an account that had ended', async () => {
  const { app, sell, student, check } = await givenSoldSeats()
  await student({ slot: 'full-day', seatNumber: 3, terminationDate: '2026-11-28' })
  app.setNow('2026-11-29T06:00:00.000Z')
  expect((await sell({ seatNumber: 3 })).status).toBe(201)
  expect(await check()).toEqual([])
})

test('the doctor names a student and a day pass that share a seat', async () => {
  const { app, studentId, morning, check } = await givenSoldSeats()
  await app.db.insertInto('seats').values({ seatNumber: 1, piece: 0, userId: studentId }).execute()
  expect(await check()).toEqual([
    `Seat 1 on 2026-11-28 from 00:00: the student ${studentId} has it, and it is sold with the day pass ${morning}.`,
  ])
})

test.each([
  `delete from seat_days where seat_number = 1 and piece = (select max(piece) from seat_days where seat_number = 1)`,
  `update seat_days set seat_number = 4 where seat_number = 1`,
  `update seat_days set day = '2026-11-30' where seat_number = 1`,
  `insert into seat_days select '2026-11-29', seat_number, piece, pass_id from seat_days where seat_number = 1 limit 1`,
  `insert into seat_days select '2026-11-28', 1, 840, id from day_passes where seat_number = 1`,
])('the doctor finds a day pass without exactly its seat and times: %s', async (statement) => {
  const { app, morning, check } = await givenSoldSeats()
  await app.db.deleteFrom('seats').execute()
  await sql.raw(statement).execute(app.db)
  expect(await check()).toEqual([`Day pass ${morning} does not have exactly the seat and the times with which it was sold.`])
})

test('the doctor finds seats of a void day pass', async () => {
  const { app, check } = await givenSoldSeats()
  const pass = await app.db.selectFrom('dayPasses').select('id').where('seatNumber', '=', 4).executeTakeFirstOrThrow()
  await app.db.insertInto('seatDays').values({ day: '2026-11-30', seatNumber: 4, piece: 0, passId: pass.id }).execute()
  expect(await check()).toEqual([`Day pass ${pass.id} is void, but its seat is still sold.`])
})
