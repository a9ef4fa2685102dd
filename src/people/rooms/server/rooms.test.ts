import { describe, expect, test } from 'vitest'
import type { AuditEntry } from '#system/audit/audit.contract.ts'
import { roomLimits } from '../rooms.limits.ts'
import { addRoom, givenRoomsHall, type RoomsHall, roomsOf, studentOn } from './testing/givenRooms.ts'

describe('rooms', () => {
  test('are listed in an order that can be changed', async () => {
    const hall = await givenRoomsHall()
    const ground = await addRoom(hall, 'वाचनालय', 'Ground')
    const upper = await addRoom(hall, 'Upper hall')
    expect((await roomsOf(hall)).rooms).toEqual([
      { _id: ground, name: 'वाचनालय', floor: 'Ground' },
      { _id: upper, name: 'Upper hall', floor: '' },
    ])
    await hall.owner.put('/user/seats/rooms/order', { ids: [upper, ground] })
    expect((await roomsOf(hall)).rooms.map(({ _id }) => _id)).toEqual([upper, ground])
    const half = await hall.owner.put('/user/seats/rooms/order', { ids: [upper] })
    expect([half.status, half.body.code]).toEqual([409, 'rooms.order_changed'])
  })

  test('cannot have the same name, whatever the case of its letters', async () => {
    const hall = await givenRoomsHall()
    const first = await addRoom(hall, 'Hall A')
    const second = await addRoom(hall, 'Hall B')
    const refused = { code: 'rooms.name_taken', message: 'Another room has this name', fields: { name: 'Another room has this name' } }
    expect((await hall.owner.post('/user/seats/rooms', { name: ' hall a ' })).body).toEqual(refused)
    expect((await hall.owner.put(`/user/seats/rooms/${second}`, { name: 'HALL A' })).body).toEqual(refused)
    expect((await hall.owner.put(`/user/seats/rooms/${first}`, { name: 'HALL A', floor: 'First' })).body.rooms[0]).toEqual({
      ...{ _id: first, name: 'HALL A', floor: 'First' },
    })
  })

  test('are added once if several people add the same name at the same time', async () => {
    const hall = await givenRoomsHall()
    const answers = await Promise.all(Array.from({ length: 3 }, () => hall.owner.post('/user/seats/rooms', { name: 'Annexe' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect((await roomsOf(hall)).rooms).toHaveLength(1)
  })

  test(`can be added until there are ${roomLimits.rooms}`, async () => {
    const hall = await givenRoomsHall()
    for (let at = 1; at <= roomLimits.rooms; at++)
      expect((await hall.owner.post('/user/seats/rooms', { name: `Room ${at}` })).status).toBe(201)
    expect((await hall.owner.post('/user/seats/rooms', { name: 'One more' })).body.code).toBe('rooms.too_many')
  })

  test('can be deleted; their seats keep labels and tags', async () => {
    const hall = await givenRoomsHall()
    const roomId = await addRoom(hall, 'Annexe')
    await hall.owner.put('/user/seats/details', { from: 21, to: 21, roomId, labels: { prefix: 'B', first: 1 }, addTags: ['ac'] })
    await hall.owner.put(`/user/seats/rooms/${roomId}/plan`, { seats: [{ seatNumber: 21, x: 2, y: 1 }] })
    const { body } = await hall.owner.del(`/user/seats/rooms/${roomId}`)
    expect(body.rooms).toEqual([])
    expect(body.seats).toEqual([{ seatNumber: 21, roomId: null, label: 'B1', tags: ['ac'], place: null }])
  })
})

describe('seats', () => {
  test('get a room, consecutive labels and tags by range', async () => {
    const hall = await givenRoomsHall()
    const roomId = await addRoom(hall, 'Room 2')
    const range = { from: 21, to: 38, roomId, labels: { prefix: 'B', first: 1 }, addTags: ['ac'] }
    const { body } = await hall.owner.put('/user/seats/details', range)
    expect(body.seats).toHaveLength(18)
    expect(body.seats[0]).toEqual({ seatNumber: 21, roomId, label: 'B1', tags: ['ac'], place: null })
    expect(body.seats[17]).toEqual({ seatNumber: 38, roomId, label: 'B18', tags: ['ac'], place: null })
    const tagged = await hall.owner.put('/user/seats/details', { from: 21, to: 22, addTags: ['women', 'charger'], removeTags: ['ac'] })
    expect(tagged.body.seats.slice(0, 3).map(({ label, tags }: { label: string; tags: string[] }) => [label, tags])).toEqual([
      ['B1', ['women', 'charger']],
      ['B2', ['women', 'charger']],
      ['B3', ['ac']],
    ])
    const plain = { from: 21, to: 38, roomId: null, labels: null, removeTags: ['women', 'ac', 'charger'] }
    expect((await hall.owner.put('/user/seats/details', plain)).body.seats).toEqual([])
  })

  test('can exchange labels within a range', async () => {
    const hall = await givenRoomsHall()
    await hall.owner.put('/user/seats/details', { from: 1, to: 3, labels: { prefix: 'A', first: 1 } })
    const { body } = await hall.owner.put('/user/seats/details', { from: 1, to: 3, labels: { prefix: 'A', first: 2 } })
    expect(body.seats.map(({ label }: { label: string }) => label)).toEqual(['A2', 'A3', 'A4'])
  })

  test('cannot share a label, and the message names the other seat', async () => {
    const hall = await givenRoomsHall()
    await hall.owner.put('/user/seats/details', { from: 5, to: 5, labels: { prefix: 'B24' } })
    const { status, body } = await hall.owner.put('/user/seats/details', { from: 9, to: 9, labels: { prefix: 'b24' } })
    const message = 'Seat number 5 already has the label b24'
    expect([status, body]).toEqual([
      409,
      { code: 'rooms.label_taken', message, params: { label: 'b24', seat: 5 }, fields: { prefix: message } },
    ])
  })

  test('cannot get the same label from two people at the same time', async () => {
    const hall = await givenRoomsHall()
    const other = await hall.app.as('superadmin')
    for (let round = 1; round <= 10; round++) {
      const label = { labels: { prefix: `R${round}` } }
      const answers = await Promise.all([
        hall.owner.put('/user/seats/details', { from: round, to: round, ...label }),
        other.put('/user/seats/details', { from: round + 20, to: round + 20, ...label }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)?.body.code).toBe('rooms.label_taken')
    }
    const { seats } = await roomsOf(hall)
    expect(seats.map(({ label }) => label).sort()).toEqual(Array.from({ length: 10 }, (_, at) => `R${at + 1}`).sort())
  })

  test('cannot have the number of another seat as a label', async () => {
    const hall = await givenRoomsHall()
    const label = (seat: number, prefix: string) => hall.owner.put('/user/seats/details', { from: seat, to: seat, labels: { prefix } })
    expect((await label(21, '1')).body.code).toBe('rooms.label_is_number')
    expect((await label(21, '007')).body.message).toBe('Seat number 21 cannot have the label 007, because another seat has this number')
    expect((await label(21, '21')).status).toBe(200)
    expect((await label(22, '101')).status).toBe(200)
    const grown = await hall.owner.put('/customization/hall', { seats: 120 })
    expect([grown.status, grown.body.code]).toEqual([409, 'rooms.label_is_number'])
    expect((await hall.owner.put('/customization/hall', { seats: 100 })).status).toBe(200)
  })

  test.each([
    [{ from: 30, to: 39 }, 400, 'The hall has seats 1 to 38'],
    [{ from: 5, to: 4 }, 400, 'The last seat must not be before the first one'],
    [{ from: 1, to: 2, labels: { prefix: 'Window' } }, 400, 'Please enter the first number: 2 seats cannot have the same label'],
    [{ from: 1, to: 1, labels: { prefix: '' } }, 400, 'Please enter a label'],
    [{ from: 1, to: 2, labels: { prefix: 'Windowsside', first: 10 } }, 400, `A label can have at most ${roomLimits.label} characters`],
    [{ from: 1, to: 2, roomId: 'nothing' }, 400, 'This room does not exist'],
    [{ from: 1, to: 2, addTags: ['men'] }, 400, 'Please choose a tag'],
    [{ from: 0, to: 2 }, 400, 'Please enter a seat number from 1 to 500'],
  ])('reject %j', async (body, status, message) => {
    const hall = await givenRoomsHall()
    const answer = await hall.owner.put('/user/seats/details', body)
    expect([answer.status, answer.body.message]).toEqual([status, message])
    expect((await roomsOf(hall)).seats).toEqual([])
  })

  test('lose their details and outages when the hall becomes smaller, which is rejected while a student has one of them', async () => {
    const hall = await givenRoomsHall()
    await hall.owner.put('/user/seats/details', { from: 20, to: 38, labels: { prefix: 'B', first: 1 } })
    await hall.clerk.post('/user/seats/outages', { seatNumber: 38, from: '2026-11-20', reason: 'Chair is broken' })
    await hall.clerk.post('/user', studentOn(30))
    expect((await hall.owner.put('/customization/hall', { seats: 20 })).body.code).toBe('customization.seats_taken')
    expect((await roomsOf(hall)).seats).toHaveLength(19)
    expect((await hall.owner.put('/customization/hall', { seats: 30 })).status).toBe(200)
    const { seats, outages } = await roomsOf(hall)
    expect([seats.length, seats.at(-1)?.label, outages]).toEqual([11, 'B11', []])
  })
})

describe('the audit', () => {
  const changesOf = async ({ owner }: RoomsHall, kind: string) =>
    (await owner.get(`/audit?kind=${kind}`)).body.items.map(({ changes }: AuditEntry) =>
      Object.fromEntries(
        changes.map(({ field, before, after }) => [field, [before, after].map((json) => (json === null ? null : JSON.parse(json)))]),
      ),
    )

  test('has the rooms, labels and tags of seats before and after a change', async () => {
    const hall = await givenRoomsHall()
    const first = await addRoom(hall, 'Room 1')
    const second = await addRoom(hall, 'Room 2')
    const set = (body: object) => hall.owner.put('/user/seats/details', body)
    await set({ from: 1, to: 2, roomId: first, labels: { prefix: 'A', first: 1 }, addTags: ['women', 'ac'] })
    await set({ from: 2, to: 3, roomId: second, removeTags: ['ac'] })
    await set({ from: 1, to: 3, roomId: null, labels: null, removeTags: ['women'] })
    expect((await changesOf(hall, 'rooms.setSeats')).toReversed()).toEqual([
      { room: [null, 'Room 1'], labels: ['– –', 'A1 A2'], tags: [[], ['women', 'ac']] },
      { room: ['Room 1, –', 'Room 2'], tags: ['women+ac –', 'women –'] },
      { room: ['Room 1, Room 2', null], labels: ['A1 A2 –', '– – –'], tags: ['women+ac women –', 'ac – –'] },
    ])
  })

  test('has what was known of seats that are removed from the hall, and their outages', async () => {
    const hall = await givenRoomsHall()
    const roomId = await addRoom(hall, 'Room 1')
    await hall.owner.put('/user/seats/details', { from: 37, to: 38, roomId, labels: { prefix: 'A', first: 1 }, addTags: ['ac'] })
    await hall.clerk.post('/user/seats/outages', { seatNumber: 38, from: '2026-11-20', reason: 'Chair is broken' })
    expect((await hall.owner.put('/customization/hall', { seats: 36 })).status).toBe(200)
    const [removed] = await changesOf(hall, 'rooms.setSeats')
    expect(removed).toEqual({ seats: [[37, 38], null], room: ['Room 1', null], labels: ['A1 A2', null], tags: [['ac'], null] })
    expect(await changesOf(hall, 'rooms.endOutage')).toEqual([
      { seatNumber: [38, null], from: ['2026-11-20', null], reason: ['Chair is broken', null] },
    ])
  })
})
