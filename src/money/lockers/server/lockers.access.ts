import {
  type AccessTable,
  malformedId,
  members,
  missing,
  nothing,
  type Prepare,
  sending,
  staff,
  superadmins,
  type World,
} from '#server/testing/access/table.ts'
import { unique } from '#server/testing/access/things.ts'
import type { lockersApi } from '../lockers.contract.ts'

const none = '0192f7a0-0000-7000-8000-000000000000'

let numbers = 0
const range = (count = 1) => ({ prefix: unique('').slice(-6), first: ++numbers, count })

const newLocker = async ({ app }: World): Promise<string> =>
  (await (await app.as('superadmin')).post('/user/lockers', range())).body.items[0]._id
const newStudent = async ({ app }: World): Promise<string> => (await app.as('student', { dateJoined: '2020-01-05' }))._id

const aLocker: Prepare = async (world) => ({ id: await newLocker(world) })
const deleted: Prepare = async (world) => {
  const id = await newLocker(world)
  await (await world.app.as('superadmin')).del(`/user/lockers/${id}`)
  return { id }
}
/** Sends a body that names a new student. */
const forStudent =
  (prepare: Prepare): Prepare =>
  async (world, me) => ({ ...(await prepare(world, me)), body: { studentId: await newStudent(world) } })
const quoted =
  (prepare: Prepare): Prepare =>
  async (world, me) => ({ ...(await prepare(world, me)), query: `studentId=${await newStudent(world)}` })
const taken: Prepare = async (world) => {
  const [id, studentId] = [await newLocker(world), await newStudent(world)]
  await world.admin.post(`/user/lockers/${id}/assign`, { studentId })
  return { id, body: { studentId, keyReturned: true } }
}
const back = { studentId: none, keyReturned: true }

export const lockersAccess: AccessTable<typeof lockersApi> = {
  list: { all: [nothing, staff(200)] },
  ofStudent: {
    own: [async (world, me) => ({ id: me?._id ?? (await newStudent(world)) }), members(200)],
    'of another student': [async (world) => ({ id: await newStudent(world) }), [401, 404, 200, 200, 200]],
    missing: [missing, members(404)],
    malformedId: [malformedId, members(404)],
    deleted: [
      async (world) => {
        const id = await newStudent(world)
        await world.admin.del(`/user/${id}`)
        return { id }
      },
      [401, 404, 200, 200, 200],
    ],
  },
  create: { any: [() => ({ body: range(2) }), superadmins(201)] },
  setFees: { any: [() => ({ body: { fee: 100 } }), superadmins(200)] },
  update: {
    any: [sending(aLocker, { keyNumber: 'K7' }), superadmins(200)],
    missing: [sending(missing, { keyNumber: 'K7' }), superadmins(404)],
    malformedId: [sending(malformedId, { keyNumber: 'K7' }), superadmins(404)],
    deleted: [sending(deleted, { keyNumber: 'K7' }), superadmins(404)],
  },
  remove: {
    any: [aLocker, superadmins(204)],
    taken: [taken, superadmins(409), 'why'],
    missing: [missing, superadmins(404)],
    malformedId: [malformedId, superadmins(404)],
    deleted: [deleted, superadmins(404)],
  },
  quote: {
    any: [quoted(aLocker), staff(200)],
    missing: [quoted(missing), staff(404)],
    malformedId: [quoted(malformedId), staff(404)],
    deleted: [quoted(deleted), staff(404)],
  },
  assign: {
    any: [forStudent(aLocker), staff(200)],
    'to someone who is no student': [
      async (world) => ({ id: await newLocker(world), body: { studentId: (await world.app.as('manager'))._id } }),
      staff(400),
    ],
    missing: [forStudent(missing), staff(404)],
    malformedId: [forStudent(malformedId), staff(404)],
    deleted: [forStudent(deleted), staff(404)],
  },
  takeBack: {
    any: [taken, staff(200)],
    free: [sending(aLocker, back), staff(409), 'why'],
    missing: [sending(missing, back), staff(404)],
    malformedId: [sending(malformedId, back), staff(404)],
    deleted: [sending(deleted, back), staff(404)],
  },
  uses: {
    any: [aLocker, staff(200)],
    missing: [missing, staff(404)],
    malformedId: [malformedId, staff(404)],
    deleted: [deleted, staff(404)],
  },
}
