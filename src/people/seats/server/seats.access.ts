import { type AccessTable, nothing, type Prepare, staff, superadmins, type World } from '#server/testing/access/table.ts'
import { unique } from '#server/testing/access/things.ts'
import { givenAccount } from '#server/testing/people.ts'
import type { seatsApi } from '../seats.contract.ts'

const deletedPerson: Prepare = async ({ app }) => ({
  id: (await givenAccount(app, { email: `${unique('gone')}@example.org`, deletedAt: '2026-01-01T00:00:00.000Z' }))._id,
})
let seatNumber = 0
const seated = async ({ app }: World): Promise<string> => {
  const { _id } = await app.as('student')
  await (await app.as('superadmin')).put(`/user/${_id}`, { seatNumber: ++seatNumber, slot: 'morning' })
  return _id
}
const exchangeWith =
  (second: string): Prepare =>
  async ({ app }) => ({ body: { first: (await app.as('student'))._id, second } })
const exchange: Prepare = async (world) => ({ body: { first: await seated(world), second: await seated(world) } })

export const seatsAccess: AccessTable<typeof seatsApi> = {
  list: { all: [nothing, staff(200)] },
  first: { all: [nothing, staff(200)] },
  occupancy: { all: [nothing, staff(200)] },
  exchange: {
    'two people with a seat': [exchange, superadmins(204)],
    missing: [exchangeWith('nobody'), superadmins(404)],
    malformedId: [exchangeWith('../secret'), superadmins(400)],
    deleted: [async (world, me) => exchangeWith((await deletedPerson(world, me)).id ?? '')(world, me), superadmins(404)],
  },
}
