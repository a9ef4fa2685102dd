import { groupOf, privateOf } from '#chat/conversations/server/testing/chat.ts'
import { type AccessTable, malformedId, members, missing, open, type Prepare, type Sent, type World } from '#server/testing/access/table.ts'
import type { Person, SignedInPerson } from '#server/testing/given.ts'
import { picture } from '#server/testing/pictures.ts'
import type { attachmentsApi } from '../attachments.contract.ts'
import { attached, formOf, idOf } from './testing/attach.ts'

/** A form can be read only once, so each call gets its own. */
const uploading =
  (prepare: Prepare): Prepare =>
  async (world, me): Promise<Sent> => ({ ...(await prepare(world, me)), body: formOf(Buffer.from('Hello')) })

const ownId = async ({ app, admin }: World, me: SignedInPerson | undefined): Promise<string> =>
  privateOf(me ?? admin, await app.as('student'))
const own: Prepare = async (world, me) => ({ id: await ownId(world, me) })
const others: Prepare = async ({ app }) => ({ id: await privateOf(await app.as('student'), await app.as('manager')) })
const left: Prepare = async ({ app }, me) => {
  const id = await groupOf(app, [await app.as('student'), ...(me ? [me] : [])])
  if (me) await app.db.deleteFrom('conversationMembers').where('conversationId', '=', id).where('userId', '=', me._id).execute()
  return { id }
}
const deletedGroup: Prepare = async ({ app }, me) => {
  const id = await groupOf(app, me ? [me] : [])
  await app.db.updateTable('conversations').set({ deletedAt: new Date().toISOString() }).where('id', '=', id).execute()
  return { id }
}

/** Prepares a picture that someone else sent in a conversation of the caller. */
const received = async ({ app, admin }: World, me: SignedInPerson | undefined) => {
  const other = await app.as('student')
  return attached(other, await privateOf(me ?? admin, other), await picture(), 'me.png')
}
const receivedFile: Prepare = async (world, me) => ({ id: idOf(await received(world, me)) })
const foreign = async ({ app }: World) => {
  const person = await app.as('student')
  return attached(person, await privateOf(person, await app.as('manager')), await picture(), 'me.png')
}
const foreignFile: Prepare = async (world) => ({ id: idOf(await foreign(world)) })
const deleted: Prepare = async (world, me) => {
  const message = await received(world, me)
  await world.admin.del(`/chat/messages/${message._id}`)
  return { id: idOf(message) }
}
/** Prepares an attachment that was flagged and then deleted. */
const evidence: Prepare = async (world, me) => {
  const message = await received(world, me)
  const flag = { messageId: message._id, flaggedBy: world.admin._id, reason: '', flaggedAt: new Date().toISOString() }
  await world.app.db.insertInto('messageFlags').values(flag).execute()
  await world.admin.del(`/chat/messages/${message._id}`)
  return { id: idOf(message) }
}

const linkTo = async (person: Person, id: string) => (await person.get(`/chat/attachments/${id}/download`)).body.downloadUrl.split('?')[1]
const ownLink: Prepare = async (world, me) => {
  const id = idOf(await received(world, me))
  return { id, query: await linkTo(me ?? world.admin, id) }
}
const adminsLink: Prepare = async (world) => {
  const id = idOf(await received(world, undefined))
  return { id, query: await linkTo(world.admin, id) }
}
const linkToDeleted: Prepare = async (world, me) => {
  const message = await received(world, me)
  const query = await linkTo(me ?? world.admin, idOf(message))
  await world.admin.del(`/chat/messages/${message._id}`)
  return { id: idOf(message), query }
}

/** Administrators may open files of conversations they are not in, and files kept as evidence; each opening is recorded. */
const opening = {
  "in one's conversation": [receivedFile, members(200)] as const,
  'in a conversation of others': [foreignFile, [401, 404, 404, 200, 200]] as const,
  missing: [missing, members(404)] as const,
  malformedId: [malformedId, members(404)] as const,
  deleted: [deleted, members(404)] as const,
  'deleted and kept as evidence': [evidence, [401, 404, 404, 200, 200]] as const,
}

export const attachmentsAccess: AccessTable<typeof attachmentsApi> = {
  upload: {
    own: [uploading(own), members(201)],
    "someone else's": [uploading(others), members(404)],
    'one that was left': [uploading(left), members(404)],
    missing: [uploading(missing), members(404)],
    malformedId: [uploading(malformedId), members(404)],
    deleted: [uploading(deletedGroup), members(404)],
  },
  file: {
    ...opening,
    // A stream validates the request before it knows the caller, because a link can take a caller's place.
    malformedId: [malformedId, open(404)],
    'by a link of one’s own': [ownLink, open(200)],
    "by someone else's link": [adminsLink, [200, 403, 403, 403, 403]],
    'by a link to a deleted message': [linkToDeleted, open(403)],
    'by a link that was made up': [async (world, me) => ({ ...(await receivedFile(world, me)), query: 'signature=0' }), open(403)],
    'by a link that was made up for a missing file': [async () => ({ id: 'nothing', query: 'signature=0' }), open(403)],
  },
  preview: opening,
  link: opening,
}
