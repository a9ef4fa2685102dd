import { groupOf } from '#chat/conversations/server/testing/chat.ts'
import { newId } from '#server/db/ids.ts'
import { type AccessTable, admins, malformedId, missing, nothing, type Prepare, sending } from '#server/testing/access/table.ts'
import type { groupsApi } from '../groups.contract.ts'

const group: Prepare = async ({ app }) => ({ id: await groupOf(app, [await app.as('student')]) })
const deleted: Prepare = async ({ app, admin }) => {
  const id = await groupOf(app, [await app.as('student')])
  await admin.del(`/chat/admin/groups/${id}`)
  return { id }
}
const privately: Prepare = async ({ app, admin }) => {
  const other = await app.as('student')
  return { id: (await admin.post('/chat/conversations/private', { userId: other._id })).body._id }
}
const general: Prepare = () => ({ id: 'general' })

const someone: Prepare = async ({ app }) => ({ body: { userIds: [(await app.as('student'))._id] } })
const withSomebody =
  (prepare: Prepare): Prepare =>
  async (world, me) => ({ ...(await prepare(world, me)), ...(await someone(world, me)) })

const member: Prepare = async ({ app }) => {
  const { _id: userId } = await app.as('student')
  const id = await groupOf(app, [await app.as('student')])
  await app.db.insertInto('conversationMembers').values({ conversationId: id, userId, joinedSeq: 0, joinedAt: 'then' }).execute()
  return { id, userId }
}
const somebodyIn =
  (prepare: Prepare): Prepare =>
  async (world, me) => ({ userId: newId(), ...(await prepare(world, me)) })

const situations = (wrap: (prepare: Prepare) => Prepare, status: number) => ({
  group: [wrap(group), admins(status)] as const,
  'a private conversation': [wrap(privately), admins(404)] as const,
  missing: [wrap(missing), admins(404)] as const,
  malformedId: [wrap(malformedId), admins(404)] as const,
  deleted: [wrap(deleted), admins(404)] as const,
})
const renaming = (prepare: Prepare) => sending(prepare, { name: 'Chemistry' })
const plainly = (prepare: Prepare) => prepare

export const groupsAccess: AccessTable<typeof groupsApi> = {
  create: { 'a new one': [() => ({ body: { name: 'Physics' } }), admins(201)] },
  update: { ...situations(renaming, 200), 'one that comes with the library': [renaming(general), admins(200)] },
  remove: { ...situations(plainly, 204), 'one that comes with the library': [general, admins(409)] },
  members: { ...situations(plainly, 200), 'one that comes with the library': [general, admins(200)] },
  addMembers: { ...situations(withSomebody, 200), 'one that comes with the library': [withSomebody(general), admins(409)] },
  removeMember: {
    ...situations(somebodyIn, 204),
    'a member': [member, admins(204)],
    'one that comes with the library': [somebodyIn(general), admins(409)],
  },
  people: { all: [nothing, admins(200)] },
}
