import { describe, expect, test } from 'vitest'
import { freeSeats, seatCounts, seatFigures } from '#people/seats/server/seats.figures.service.ts'
import { roundsOf } from '#server/testing/hard.ts'
import { roomLimits } from '../rooms.limits.ts'
import { givenRoomsHall, type RoomsHall, roomsOf, studentOn } from './testing/givenRooms.ts'

const broken = { seatNumber: 7, from: '2026-11-20', to: '2026-11-22', reason: 'Chair is broken' }
const start = (hall: RoomsHall, change: object = {}) => hall.clerk.post('/user/seats/outages', { ...broken, ...change })
const seat7 = async ({ clerk }: RoomsHall) => (await clerk.get('/user/seats')).body.items[6]
const now = ({ app }: RoomsHall, at: string) => ({
  db: app.db,
  config: app.config,
  dayStarts: [],
  now: new Date(at),
  staleAt: () => undefined,
})

describe('a seat that is out of order', () => {
  test('cannot be assigned to a new or another student, who is told the reason and the last day', async () => {
    const hall = await givenRoomsHall()
    const other = await hall.clerk.post('/user', studentOn(8))
    await start(hall)
    const message = 'Seat 7 is out of order until 22 Nov 2026: Chair is broken'
    const refused = {
      ...{ code: 'seats.out_of_order', message, fields: { seatNumber: message } },
      params: { seat: '7', until: '2026-11-22', reason: 'Chair is broken' },
    }
    const created = await hall.clerk.post('/user', studentOn(7))
    expect([created.status, created.body]).toEqual([409, refused])
    const moved = await hall.owner.put(`/user/${other.body._id}`, { seatNumber: 7 })
    expect([moved.status, moved.body]).toEqual([409, refused])
    expect(await seat7(hall)).toMatchObject({
      holders: [],
      outOfOrder: { from: '2026-11-20', to: '2026-11-22', reason: 'Chair is broken' },
    })
  })

  test('cannot be exchanged; the message names its label, and no last day if none is known', async () => {
    const hall = await givenRoomsHall()
    const first = (await hall.clerk.post('/user', studentOn(7))).body._id
    const second = (await hall.clerk.post('/user', studentOn(8))).body._id
    await hall.owner.put('/user/seats/details', { from: 7, to: 7, labels: { prefix: 'B24' } })
    await start(hall, { to: null })
    const { status, body } = await hall.owner.post('/user/seats/exchange', { first, second })
    expect([status, body.message]).toEqual([409, 'Seat B24 is out of order: Chair is broken'])
    const { holders } = await seat7(hall)
    expect(holders.map(({ userId }: { userId: string }) => userId)).toEqual([first])
  })

  test('stays with its student, who can renew the account and change the shift', async () => {
    const hall = await givenRoomsHall()
    const { _id } = (await hall.clerk.post('/user', studentOn(7, { slot: 'morning', terminationDate: '2026-11-20' }))).body
    await start(hall)
    expect((await hall.owner.put(`/user/${_id}`, { slot: 'full-day' })).status).toBe(200)
    hall.app.setNow('2026-11-21T06:00:00.000Z')
    expect((await hall.clerk.put(`/user/${_id}/termination`, { terminationDate: '2026-12-20' })).status).toBe(200)
    expect((await seat7(hall)).holders).toHaveLength(1)
  })

  test('can be assigned before the first day and after the last one', async () => {
    const hall = await givenRoomsHall()
    await start(hall, { from: '2026-11-21' })
    expect((await seat7(hall)).outOfOrder).toBeNull()
    hall.app.setNow('2026-11-22T18:29:00.000Z')
    expect((await seat7(hall)).outOfOrder).not.toBeNull()
    expect((await hall.clerk.post('/user', studentOn(7))).status).toBe(409)
    hall.app.setNow('2026-11-22T18:31:00.000Z')
    expect((await seat7(hall)).outOfOrder).toBeNull()
    expect((await roomsOf(hall)).outages).toEqual([])
    expect((await hall.clerk.post('/user', studentOn(7))).status).toBe(201)
  })

  test('can be assigned again after a manager ends the outage, also if the button is pressed twice', async () => {
    const hall = await givenRoomsHall()
    await start(hall)
    const { outages } = await roomsOf(hall)
    expect(outages).toMatchObject([{ ...broken, createdAt: '2026-11-20T06:00:00.000Z' }])
    const end = () => hall.clerk.post(`/user/seats/outages/${outages[0]?._id}/end`, {})
    expect((await end()).body.outages).toEqual([])
    expect((await end()).status).toBe(200)
    expect((await hall.clerk.post('/user', studentOn(7))).status).toBe(201)
    const { body } = await hall.owner.get('/audit')
    const actions = body.items.map(({ action }: { action: string }) => action)
    expect(actions.filter((action: string) => action.startsWith('rooms.'))).toEqual(['rooms.endOutage', 'rooms.startOutage'])
  })

  test('is not counted as free, and is counted once if a student has it', async () => {
    const hall = await givenRoomsHall()
    const at = () => now(hall, '2026-11-20T06:00:00.000Z')
    await hall.clerk.post('/user', studentOn(8, { slot: 'morning' }))
    await start(hall)
    await start(hall, { seatNumber: 8 })
    expect(await freeSeats(at())).toEqual({ morning: 36, afternoon: 36, 'full-day': 36 })
    expect(await seatFigures(at())).toMatchObject({ freeMorning: 36, freeAfternoon: 36 })
    expect((await seatCounts(at())).freeSeats).toBe(36)
    expect((await freeSeats(now(hall, '2026-11-23T06:00:00.000Z'))).morning).toBe(37)
  })
})

describe('an outage', () => {
  test('cannot overlap with another one of the same seat', async () => {
    const hall = await givenRoomsHall()
    await start(hall)
    const { status, body } = await start(hall, { from: '2026-11-22', to: null })
    expect([status, body.message]).toEqual([409, 'Seat 7 is already out of order from 20 Nov 2026 to 22 Nov 2026'])
    expect((await start(hall, { from: '2026-11-23', to: null })).status).toBe(201)
    expect((await start(hall, { from: '2027-01-01', to: '2027-01-02' })).status).toBe(409)
    expect((await start(hall, { seatNumber: 8 })).status).toBe(201)
  })

  test.each([
    [{ from: '2026-11-22', to: '2026-11-21' }, 'The last day must be today or later, and not before the first one'],
    [{ from: '2026-11-01', to: '2026-11-19' }, 'The last day must be today or later, and not before the first one'],
    [{ from: '2026-11-12' }, 'The first day can be at most 7 days ago'],
    [{ reason: ' ' }, 'Please enter a reason'],
    [{ seatNumber: 39 }, 'The hall has seats 1 to 38'],
    [{ from: '2026-02-30' }, 'Please enter a date'],
  ])('is rejected with %j', async (change, message) => {
    const hall = await givenRoomsHall()
    const { status, body } = await start(hall, change)
    expect([status, body.message]).toEqual([400, message])
  })

  test('can begin up to a week ago', async () => {
    const hall = await givenRoomsHall()
    expect((await start(hall, { from: '2026-11-13' })).status).toBe(201)
  })

  test(`can be planned ${roomLimits.outages} times for one seat`, async () => {
    const hall = await givenRoomsHall()
    for (let at = 1; at <= roomLimits.outages; at++) {
      const day = `2026-12-${String(at).padStart(2, '0')}`
      expect((await start(hall, { from: day, to: day })).status).toBe(201)
    }
    expect((await start(hall, { from: '2026-12-30', to: '2026-12-30' })).body.code).toBe('rooms.too_many_outages')
  })

  test('that is entered while the seat is being assigned takes effect before or after the assignment, never in between', async () => {
    const hall = await givenRoomsHall()
    for (let seatNumber = 1; seatNumber <= roundsOf({ ordinary: 3, hard: 10 }); seatNumber++) {
      const [outage, created] = await Promise.all([start(hall, { seatNumber }), hall.owner.post('/user', studentOn(seatNumber))])
      expect(outage.status).toBe(201)
      const held = await hall.app.db.selectFrom('seats').select('userId').where('seatNumber', '=', seatNumber).execute()
      if (created.status === 201) expect(held.length).toBeGreaterThan(0)
      else expect([created.status, created.body.code, held]).toEqual([409, 'seats.out_of_order', []])
      expect((await hall.owner.post('/user', studentOn(seatNumber, { slot: 'morning' }))).status).toBe(409)
    }
  })
})

test('a manager who is demoted in the meantime marks no seat as out of order', async () => {
  const hall = await givenRoomsHall()
  const { app, clerk, owner } = hall
  const marked = Array.from({ length: 10 }, (_, at) => start(hall, { seatNumber: at + 1 }))
  const [demoted, ...answers] = await Promise.all([owner.put(`/user/${clerk._id}`, { role: 'student' }), ...marked])
  expect(demoted.status).toBe(200)
  // Each was rejected, or came before.
  expect(answers.every(({ status }) => [201, 401, 403].includes(status))).toBe(true)
  const order = await app.db.selectFrom('audit').select(['action', 'targetId']).orderBy('id').execute()
  const end = order.findIndex(({ targetId }) => targetId === clerk._id)
  expect(order.slice(end + 1)).toEqual([])
})
