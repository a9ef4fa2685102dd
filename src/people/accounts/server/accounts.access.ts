import { resetLink } from '#server/features.ts'
import {
  type AccessTable,
  malformedId,
  members,
  missing,
  nothing,
  open,
  staff,
  superadmins,
  type World,
} from '#server/testing/access/table.ts'
import { newEmail } from '#server/testing/access/things.ts'
import type { accountsApi } from '../accounts.contract.ts'

const keyFor = async (world: World) => (await resetLink(world.app.platform, await newEmail(world)))?.split('#key=')[1]

export const accountsAccess: AccessTable<typeof accountsApi> = {
  login: {
    'the right password': [async (world) => ({ body: { email: await newEmail(world), password: 'correct horse battery' } }), open(200)],
    'a wrong password': [async (world) => ({ body: { email: await newEmail(world), password: 'wrong' } }), open(401)],
  },
  demoSignIn: { 'outside of a demo': [() => ({ body: { role: 'superadmin' } }), open(404)] },
  logout: { own: [nothing, members(204)] },
  me: { own: [nothing, members(200)] },
  changePassword: {
    own: [() => ({ body: { current: 'correct horse battery', next: 'another horse battery' } }), members(204)],
  },
  sessions: { own: [nothing, members(200)] },
  endSession: {
    own: [(world, me) => ({ id: (me ?? world.admin).sessionId }), members(204)],
    "someone else's": [async ({ app }) => ({ id: (await app.as('student')).sessionId }), members(404)],
    missing: [missing, members(404)],
    malformedId: [malformedId, members(404)],
    deleted: [
      async ({ app }) => {
        const other = await app.as('student')
        await other.post('/auth/logout')
        return { id: other.sessionId }
      },
      members(404),
    ],
  },
  endOtherSessions: { own: [nothing, members(204)] },
  setup: {
    'a library that is set up': [
      () => ({ body: { key: 'k'.repeat(43), name: 'Asha', email: 'a@example.org', password: 'correct horse battery' } }),
      open(409),
    ],
  },
  resetPassword: {
    'the right key': [async (world) => ({ body: { key: await keyFor(world), password: 'another horse battery' } }), open(204)],
    'a wrong key': [() => ({ body: { key: 'k'.repeat(43), password: 'another horse battery' } }), open(403)],
  },
  makeResetLink: {
    "a student's": [async ({ app }) => ({ id: (await app.as('student'))._id }), staff(201)],
    "a manager's": [async ({ app }) => ({ id: (await app.as('manager'))._id }), superadmins(201)],
    missing: [missing, staff(404)],
    malformedId: [malformedId, staff(404)],
    deleted: [async ({ app }) => ({ id: (await app.as('student', { deletedAt: new Date().toISOString() }))._id }), staff(404)],
  },
}
