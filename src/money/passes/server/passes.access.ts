import { type AccessTable, admins, malformedId, missing, nothing, type Prepare, staff, type World } from '#server/testing/access/table.ts'
import type { passesApi } from '../passes.contract.ts'

let sold = 0

/** What is sent for a pass of a seat that nobody has. */
const selling: Prepare = async ({ admin }) => {
  sold += 1
  await admin.put('/customization/hall', { seats: 500, dayPassFee: 60 })
  const phone = `98201${String(sold).padStart(5, '0')}`
  return { body: { name: 'Meera Nair', phone, slot: 'full-day', seatNumber: 300 + sold, amount: 60, method: 'cash' } }
}

const visitor = async (world: World): Promise<string> => {
  const { body } = await world.admin.post('/user/fees/passes', (await selling(world, undefined)).body)
  return body.visitorId
}
const deletedVisitor: Prepare = async (world) => {
  const id = await visitor(world)
  await world.admin.del(`/user/fees/visitors/${id}`)
  return { id }
}

export const passesAccess: AccessTable<typeof passesApi> = {
  list: { all: [nothing, staff(200)] },
  offer: { all: [nothing, staff(200)] },
  sell: {
    any: [selling, staff(201)],
    'of a seat that the hall does not have': [
      async (world, me) => ({ body: { ...((await selling(world, me)).body as object), seatNumber: 900 } }),
      staff(400),
    ],
  },
  visitors: { all: [() => ({ query: 'search=98201' }), staff(200)] },
  removeVisitor: {
    any: [async (world) => ({ id: await visitor(world) }), admins(204)],
    missing: [missing, admins(404)],
    malformedId: [malformedId, admins(404)],
    deleted: [deletedVisitor, admins(404)],
  },
}
