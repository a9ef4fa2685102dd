import type { Role } from '#contract/actor.ts'
import {
  type AccessTable,
  admins,
  malformedId,
  members,
  missing,
  nothing,
  open,
  type Prepare,
  sending,
  staff,
  superadmins,
  type World,
} from '#server/testing/access/table.ts'
import { storePicture, unique } from '#server/testing/access/things.ts'
import { givenAccount } from '#server/testing/people.ts'
import type { usersApi } from '../users.contract.ts'

const account =
  (role: Role): Prepare =>
  () => ({ body: { name: 'Asha', email: `${unique('asha')}@example.org`, password: 'correct horse battery', role } })
const someone =
  (role: Role, body?: object): Prepare =>
  async ({ app }) => ({ id: (await app.as(role))._id, body })
const oneself =
  (body?: object): Prepare =>
  ({ admin }, me) => ({ id: (me ?? admin)._id, body })
const deletedPerson: Prepare = async ({ app }) => ({
  id: (await givenAccount(app, { email: `${unique('gone')}@example.org`, deletedAt: '2026-01-01T00:00:00.000Z' }))._id,
})
const pictured = async (world: World, id: string): Promise<string> => {
  await storePicture(world, id, (tx, pictureSha256) => tx.updateTable('users').set({ pictureSha256 }).where('id', '=', id).execute())
  return id
}
const studentWithPicture: Prepare = async (world) => ({ id: await pictured(world, (await world.app.as('student'))._id) })
export const usersAccess: AccessTable<typeof usersApi> = {
  list: { all: [nothing, staff(200)] },
  create: {
    'a student': [account('student'), staff(201)],
    'a manager': [account('manager'), superadmins(201)],
    'an admin': [account('admin'), superadmins(201)],
    'a superadmin': [account('superadmin'), superadmins(201)],
  },
  profile: {
    own: [oneself(), members(200)],
    "a student's": [someone('student'), [401, 404, 200, 200, 200]],
    "a superadmin's": [someone('superadmin'), [401, 404, 200, 200, 200]],
    missing: [missing, members(404)],
    malformedId: [malformedId, members(404)],
    deleted: [deletedPerson, members(404)],
  },
  update: {
    "a student's termination date": [someone('student', { terminationDate: '2099-12-31' }), admins(200)],
    "a student's name": [someone('student', { name: 'Asha' }), superadmins(200), 'why'],
    "a student's role": [someone('student', { role: 'superadmin' }), superadmins(200), 'why'],
    "a manager's termination date": [someone('manager', { terminationDate: '2099-12-31' }), superadmins(200), 'why'],
    'nothing of a superadmin': [someone('superadmin', {}), admins(200)],
    'own name': [oneself({ name: 'Asha' }), superadmins(200), 'why'],
    'own role': [oneself({ role: 'superadmin' }), superadmins(200), 'why'],
    missing: [sending(missing, {}), admins(404)],
    malformedId: [sending(malformedId, {}), admins(404)],
    deleted: [sending(deletedPerson, {}), admins(404)],
  },
  updateTermination: {
    "a student's": [someone('student', { terminationDate: '2099-12-31' }), staff(200)],
    "a manager's": [someone('manager', { terminationDate: '2099-12-31' }), superadmins(200), 'why'],
    missing: [() => ({ id: 'nobody', body: { terminationDate: null } }), staff(404)],
    malformedId: [malformedId, staff(404)],
    deleted: [sending(deletedPerson, { terminationDate: null }), staff(404)],
  },
  remove: {
    'a student': [someone('student'), admins(204)],
    'a manager': [someone('manager'), superadmins(204), 'why'],
    'an admin': [someone('admin'), superadmins(204), 'why'],
    'a superadmin': [someone('superadmin'), superadmins(204), 'why'],
    own: [oneself(), [401, 403, 403, 403, 403], 'why'],
    missing: [missing, admins(404)],
    malformedId: [malformedId, admins(404)],
    deleted: [deletedPerson, admins(404)],
  },
  picture: {
    own: [async (world, me) => ({ id: await pictured(world, (me ?? world.admin)._id) }), members(200)],
    "a student's": [studentWithPicture, [401, 404, 200, 200, 200]],
    'one that is not there': [someone('student'), members(404)],
    missing: [missing, members(404)],
    // A stream validates its parameters before it authenticates the caller, because a signed link can take the place of a session.
    malformedId: [malformedId, open(404)],
    deleted: [deletedPerson, members(404)],
    'by its signed address': [
      async (world) => {
        const id = await pictured(world, (await world.app.as('student'))._id)
        return { id, query: (await world.admin.get(`/user/profile/${id}`)).body.profilePictureUrl.split('?')[1] }
      },
      open(200),
    ],
    'by an address that was made up': [
      async (world, me) => ({ ...(await studentWithPicture(world, me)), query: 'day=2026-11-21&signature=0' }),
      open(403),
    ],
    'by an address that was made up for a missing one': [() => ({ id: 'nobody', query: 'signature=0' }), open(403)],
  },
}
