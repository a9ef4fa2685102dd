import { type Given, given, type SignedInPerson } from '#server/testing/given.ts'
import type { Rooms } from '../../rooms.shapes.contract.ts'

export type RoomsHall = { app: Given; owner: SignedInPerson; clerk: SignedInPerson }

/** A hall of 38 seats on 20 November 2026, with a superadmin and a manager. */
export const givenRoomsHall = async (): Promise<RoomsHall> => {
  const app = await given()
  app.setNow('2026-11-20T06:00:00.000Z')
  return { app, owner: await app.as('superadmin'), clerk: await app.as('manager') }
}

export const roomsOf = async ({ clerk }: RoomsHall): Promise<Rooms> => (await clerk.get('/user/seats/rooms')).body

/** Adds a room and returns its id. */
export const addRoom = async ({ owner }: RoomsHall, name: string, floor?: string): Promise<string> => {
  const { body } = await owner.post('/user/seats/rooms', { name, ...(floor !== undefined && { floor }) })
  return (body as Rooms).rooms.find((room) => room.name === name)?._id ?? ''
}

let made = 0
/** The body of a new student on a seat. */
export const studentOn = (seatNumber: number, change: object = {}) => ({
  ...{ name: 'Asha Rao', email: `sits${++made}@example.org`, password: 'a good long one', role: 'student' },
  ...{ slot: 'full-day', seatNumber, ...change },
})
