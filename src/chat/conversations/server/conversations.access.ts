import { newId } from '#server/db/ids.ts'
import {
  type AccessTable,
  malformedId,
  members,
  missing,
  nothing,
  type Prepare,
  sending,
  type World,
} from '#server/testing/access/table.ts'
import type { SignedInPerson } from '#server/testing/given.ts'
import type { chatApi } from '../conversations.contract.ts'
import { groupOf, privateOf, said } from './testing/chat.ts'

/** Returns a conversation that the caller or, without a caller, an administrator is a member of. */
const ownId = async (world: World, me: SignedInPerson | undefined): Promise<string> =>
  privateOf(me ?? world.admin, await world.app.as('student'))
const own: Prepare = async (world, me) => ({ id: await ownId(world, me) })
const othersId = async ({ app }: World): Promise<string> => privateOf(await app.as('student'), await app.as('manager'))
const others: Prepare = async (world) => ({ id: await othersId(world) })

/** Prepares a group that the caller has left, and a deleted one. */
const left: Prepare = async ({ app }, me) => {
  const id = await groupOf(app, [await app.as('student'), ...(me ? [me] : [])])
  if (me) await app.db.deleteFrom('conversationMembers').where('conversationId', '=', id).where('userId', '=', me._id).execute()
  return { id }
}
const deleted: Prepare = async ({ app }, me) => {
  const id = await groupOf(app, me ? [me] : [])
  await app.db.updateTable('conversations').set({ deletedAt: new Date().toISOString() }).where('id', '=', id).execute()
  return { id }
}

const hello = { content: 'Hello' }
const thumb = { emoji: '👍', on: true }

const conversation = (body: unknown, status: number) => ({
  own: [sending(own, body), members(status)] as const,
  "someone else's": [sending(others, body), members(404)] as const,
  'one that was left': [sending(left, body), members(404)] as const,
  missing: [sending(missing, body), members(404)] as const,
  malformedId: [sending(malformedId, body), members(404)] as const,
  deleted: [sending(deleted, body), members(404)] as const,
})

const ownMessage: Prepare = async (world, me) => {
  const person = me ?? world.admin
  return { id: (await said(person, await ownId(world, person), 'Hello'))._id }
}
/** Prepares a message written by the other person of a private conversation. */
const received: Prepare = async ({ app, admin }, me) => {
  const other = await app.as('student')
  return { id: (await said(other, await privateOf(me ?? admin, other), 'Hello'))._id }
}
const foreignMessage: Prepare = async ({ app }) => {
  const person = await app.as('student')
  return { id: (await said(person, await privateOf(person, await app.as('manager')), 'Hello'))._id }
}
const deletedMessage: Prepare = async (world, me) => {
  const { id } = await ownMessage(world, me)
  await (me ?? world.admin).del(`/chat/messages/${id}`)
  return { id }
}

const person: Prepare = async ({ app }) => ({ id: (await app.as('student'))._id })
const deletedPerson: Prepare = async ({ app }) => ({ id: (await app.as('student', { deletedAt: new Date().toISOString() }))._id })
const personBody: Prepare = async ({ app }) => ({ body: { userId: (await app.as('manager'))._id } })

export const chatAccess: AccessTable<typeof chatApi> = {
  conversations: { own: [nothing, members(200)] },
  unread: { own: [nothing, members(200)] },
  conversation: conversation(undefined, 200),
  participants: conversation(undefined, 200),
  openPrivate: {
    someone: [personBody, members(201)],
    'someone missing': [() => ({ body: { userId: newId() } }), members(404)],
    'someone who is deleted': [async (world, me) => ({ body: { userId: (await deletedPerson(world, me)).id } }), members(404)],
  },
  joinGeneral: { own: [nothing, members(200)] },
  markRead: conversation({}, 204),
  markUnread: conversation(undefined, 204),
  updateSettings: conversation({ notify: 'mentions' }, 200),
  people: { own: [nothing, members(200)] },
  blocks: { own: [nothing, members(200)] },
  block: {
    someone: [person, members(204)],
    missing: [missing, members(404)],
    malformedId: [malformedId, members(404)],
    deleted: [deletedPerson, members(404)],
  },
  unblock: {
    someone: [person, members(204)],
    missing: [missing, members(204)],
    malformedId: [malformedId, members(404)],
    deleted: [deletedPerson, members(204)],
  },
  search: { own: [() => ({ query: 'q=hello' }), members(200)] },
  messages: conversation(undefined, 200),
  post: conversation(hello, 201),
  edit: {
    own: [sending(ownMessage, hello), members(200)],
    "someone else's in one's conversation": [sending(received, hello), [401, 403, 403, 200, 200], 'why'],
    "someone else's": [sending(foreignMessage, hello), members(404)],
    missing: [sending(missing, hello), members(404)],
    malformedId: [sending(malformedId, hello), members(404)],
    deleted: [sending(deletedMessage, hello), members(404)],
  },
  remove: {
    own: [ownMessage, members(204)],
    "someone else's in one's conversation": [received, [401, 403, 403, 204, 204], 'why'],
    "someone else's": [foreignMessage, [401, 404, 404, 204, 204]],
    missing: [missing, members(404)],
    malformedId: [malformedId, members(404)],
    deleted: [deletedMessage, members(204)],
  },
  react: {
    own: [sending(ownMessage, thumb), members(200)],
    "someone else's in one's conversation": [sending(received, thumb), members(200)],
    "someone else's": [sending(foreignMessage, thumb), members(404)],
    missing: [sending(missing, thumb), members(404)],
    malformedId: [sending(malformedId, thumb), members(404)],
    deleted: [sending(deletedMessage, thumb), members(404)],
  },
  readers: {
    own: [ownMessage, members(200)],
    "someone else's in one's conversation": [received, members(200)],
    "someone else's": [foreignMessage, members(404)],
    missing: [missing, members(404)],
    malformedId: [malformedId, members(404)],
    deleted: [deletedMessage, members(404)],
  },
}
