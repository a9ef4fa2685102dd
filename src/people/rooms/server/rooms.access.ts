import {
  type AccessTable,
  malformedId,
  missing,
  nothing,
  type Prepare,
  sending,
  staff,
  superadmins,
  type World,
} from '#server/testing/access/table.ts'
import { unique } from '#server/testing/access/things.ts'
import type { roomsApi } from '../rooms.contract.ts'

/** Makes room for another one, since each caller adds one. */
const removeOthers = async ({ app }: World): Promise<void> => {
  await app.db.updateTable('seatDetails').set({ roomId: null, x: null, y: null }).execute()
  await app.db.deleteFrom('rooms').execute()
}
const newRoom = async (world: World): Promise<string> => {
  await removeOthers(world)
  const { body } = await (await world.app.as('superadmin')).post('/user/seats/rooms', { name: unique('Room') })
  return body.rooms[0]._id
}
const aRoom: Prepare = async (world) => ({ id: await newRoom(world) })
const deletedRoom: Prepare = async (world) => {
  const id = await newRoom(world)
  await (await world.app.as('superadmin')).del(`/user/seats/rooms/${id}`)
  return { id }
}
const outage = { seatNumber: 30, from: '2099-01-01', reason: 'Chair is broken' }
const noOutage = async ({ app }: World): Promise<void> => void (await app.db.deleteFrom('seatOutages').execute())
const anOutage: Prepare = async (world) => {
  await noOutage(world)
  const { body } = await world.admin.post('/user/seats/outages', outage)
  return { id: body.outages[0]._id }
}
const endedOutage: Prepare = async (world, me) => {
  const { id = '' } = await anOutage(world, me)
  await world.admin.post(`/user/seats/outages/${id}/end`, {})
  return { id }
}

export const roomsAccess: AccessTable<typeof roomsApi> = {
  list: { all: [nothing, staff(200)] },
  create: {
    any: [
      async (world) => {
        await removeOthers(world)
        return { body: { name: unique('Room') } }
      },
      superadmins(201),
    ],
  },
  reorder: { any: [async (world) => ({ body: { ids: [await newRoom(world)] } }), superadmins(200)] },
  setSeats: {
    any: [async (world) => ({ body: { from: 21, to: 22, roomId: await newRoom(world), addTags: ['ac'] } }), superadmins(200)],
    'beyond the hall': [() => ({ body: { from: 1, to: 500 } }), superadmins(400)],
  },
  startOutage: {
    any: [
      async (world) => {
        await noOutage(world)
        return { body: outage }
      },
      staff(201),
    ],
  },
  endOutage: {
    any: [sending(anOutage, {}), staff(200)],
    missing: [sending(missing, {}), staff(404)],
    malformedId: [sending(malformedId, {}), staff(404)],
    deleted: [sending(endedOutage, {}), staff(200)],
  },
  update: {
    any: [sending(aRoom, { floor: 'First' }), superadmins(200)],
    missing: [sending(missing, {}), superadmins(404)],
    malformedId: [sending(malformedId, {}), superadmins(404)],
    deleted: [sending(deletedRoom, {}), superadmins(404)],
  },
  remove: {
    any: [aRoom, superadmins(200)],
    missing: [missing, superadmins(404)],
    malformedId: [malformedId, superadmins(404)],
    deleted: [deletedRoom, superadmins(404)],
  },
  savePlan: {
    any: [sending(aRoom, { seats: [] }), superadmins(200)],
    missing: [sending(missing, { seats: [] }), superadmins(404)],
    malformedId: [sending(malformedId, { seats: [] }), superadmins(404)],
    deleted: [sending(deletedRoom, { seats: [] }), superadmins(404)],
  },
}
