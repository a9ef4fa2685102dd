import { expect, test } from 'vitest'
import { roomLimits } from '../rooms.limits.ts'
import { addRoom, givenRoomsHall, roomsOf } from './testing/givenRooms.ts'

const givenRoom = async () => {
  const hall = await givenRoomsHall()
  const roomId = await addRoom(hall, 'Room 1')
  await hall.owner.put('/user/seats/details', { from: 1, to: 3, roomId })
  const save = (seats: object[]) => hall.owner.put(`/user/seats/rooms/${roomId}/plan`, { seats })
  const places = async () => (await roomsOf(hall)).seats.map(({ place }) => place && `${place.x},${place.y}`)
  return { hall, save, places }
}

test('replaces the whole plan: seats can exchange places, and seats that are not listed have none', async () => {
  const { save, places } = await givenRoom()
  await save([
    { seatNumber: 1, x: 0, y: 0 },
    { seatNumber: 2, x: 1, y: 0 },
    { seatNumber: 3, x: 2, y: 0 },
  ])
  expect(await places()).toEqual(['0,0', '1,0', '2,0'])
  await save([
    { seatNumber: 2, x: 0, y: 0 },
    { seatNumber: 1, x: 1, y: 0 },
  ])
  expect(await places()).toEqual(['1,0', '0,0', null])
  await save([])
  expect(await places()).toEqual([null, null, null])
})

test('rejects two seats at one place, and seats of other rooms', async () => {
  const { save, places } = await givenRoom()
  const first = { seatNumber: 1, x: 0, y: 0 }
  expect((await save([first, { ...first, seatNumber: 2 }])).body.code).toBe('rooms.same_place')
  expect((await save([first, { ...first, x: 1 }])).body.code).toBe('rooms.same_place')
  const stranger = await save([{ ...first, seatNumber: 4 }])
  expect([stranger.status, stranger.body.message]).toEqual([409, 'Seat 4 is not in this room. Please load the page again'])
  expect(await places()).toEqual([null, null, null])
})

test(`accepts places in ${roomLimits.planSide} columns and rows, and rejects others`, async () => {
  const { save } = await givenRoom()
  const last = roomLimits.planSide - 1
  expect((await save([{ seatNumber: 1, x: last, y: last }])).status).toBe(200)
  expect((await save([{ seatNumber: 1, x: last + 1, y: 0 }])).status).toBe(400)
  expect((await save([{ seatNumber: 1, x: 0, y: last + 1 }])).status).toBe(400)
})

test('removes a seat from the plan when it moves to another room', async () => {
  const { hall, save, places } = await givenRoom()
  await save([{ seatNumber: 1, x: 0, y: 0 }])
  await hall.owner.put('/user/seats/details', { from: 1, to: 1, roomId: await addRoom(hall, 'Room 2') })
  expect(await places()).toEqual([null, null, null])
})
