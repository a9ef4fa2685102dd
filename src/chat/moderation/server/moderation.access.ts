import { groupOf, privateOf, said } from '#chat/conversations/server/testing/chat.ts'
import {
  type AccessTable,
  admins,
  malformedId,
  members,
  missing,
  nothing,
  type Prepare,
  sending,
  type World,
} from '#server/testing/access/table.ts'
import type { SignedInPerson } from '#server/testing/given.ts'
import type { moderationApi } from '../moderation.contract.ts'

const conversationId = async ({ app }: World): Promise<string> => privateOf(await app.as('student'), await app.as('manager'))
const somebodyElses: Prepare = async (world) => ({ id: await conversationId(world) })
const deletedGroup: Prepare = async ({ app, admin }) => {
  const id = await groupOf(app, [await app.as('student')])
  await admin.del(`/chat/admin/groups/${id}`)
  return { id }
}

/** Returns a message written by the other person of a private conversation. */
const receivedId = async ({ app, admin }: World, me: SignedInPerson | undefined): Promise<string> => {
  const other = await app.as('student')
  return (await said(other, await privateOf(me ?? admin, other), 'Hello'))._id
}
const received: Prepare = async (world, me) => ({ id: await receivedId(world, me) })
const own: Prepare = async ({ app, admin }, me) => {
  const person = me ?? admin
  return { id: (await said(person, await privateOf(person, await app.as('student')), 'Hello'))._id }
}
const foreign: Prepare = async ({ app }) => {
  const person = await app.as('student')
  return { id: (await said(person, await privateOf(person, await app.as('manager')), 'Hello'))._id }
}
const deletedMessage: Prepare = async (world, me) => {
  const id = await receivedId(world, me)
  await world.admin.del(`/chat/messages/${id}`)
  return { id }
}

const openReport: Prepare = async (world) => {
  const reporter = await world.app.as('student')
  return { id: (await reporter.post(`/chat/messages/${await receivedId(world, reporter)}/report`)).body._id }
}
const decided: Prepare = async (world, me) => {
  const { id } = await openReport(world, me)
  await world.admin.put(`/chat/admin/reports/${id}`, { outcome: 'upheld' })
  return { id }
}
/** Prepares the report of a message that has since been deleted. */
const ofDeleted: Prepare = async (world) => {
  const reporter = await world.app.as('student')
  const message = await receivedId(world, reporter)
  const { _id: id } = (await reporter.post(`/chat/messages/${message}/report`)).body
  await world.admin.del(`/chat/messages/${message}`)
  return { id }
}

const student: Prepare = async ({ app }) => ({ id: (await app.as('student'))._id })
const manager: Prepare = async ({ app }) => ({ id: (await app.as('manager'))._id })
const anAdmin: Prepare = async ({ app }) => ({ id: (await app.as('admin'))._id })
const superadmin: Prepare = async ({ app }) => ({ id: (await app.as('superadmin'))._id })
const oneself: Prepare = async ({ app }, me) => ({ id: (me ?? (await app.as('admin')))._id })
const deletedPerson: Prepare = async ({ app }) => ({ id: (await app.as('student', { deletedAt: new Date().toISOString() }))._id })

const conversation = (status: number) => ({
  "someone else's": [somebodyElses, admins(status)] as const,
  missing: [missing, admins(404)] as const,
  malformedId: [malformedId, admins(404)] as const,
  deleted: [deletedGroup, admins(404)] as const,
})

const people = (wrap: (prepare: Prepare) => Prepare, status: number) => ({
  student: [wrap(student), admins(status)] as const,
  manager: [wrap(manager), admins(status)] as const,
  'an admin': [wrap(anAdmin), [401, 403, 403, 403, status], 'why'] as const,
  'a superadmin': [wrap(superadmin), [401, 403, 403, 403, status], 'why'] as const,
  oneself: [wrap(oneself), admins(403), 'why'] as const,
  missing: [wrap(missing), admins(404)] as const,
  malformedId: [wrap(malformedId), admins(404)] as const,
  deleted: [wrap(deletedPerson), admins(404)] as const,
})

const flag = { flag: true, reason: 'Rude' }
const upheld = { outcome: 'upheld' }

export const moderationAccess: AccessTable<typeof moderationApi> = {
  conversations: { all: [nothing, admins(200)] },
  conversation: conversation(200),
  messages: conversation(200),
  download: conversation(200),
  flagged: { all: [nothing, admins(200)] },
  openReports: { all: [nothing, admins(200)] },
  flag: {
    own: [sending(own, flag), admins(200)],
    "someone else's": [sending(foreign, flag), admins(200)],
    missing: [sending(missing, flag), admins(404)],
    malformedId: [sending(malformedId, flag), admins(404)],
    deleted: [sending(deletedMessage, flag), admins(404)],
  },
  report: {
    own: [own, members(403), 'why'],
    "someone else's in one's conversation": [received, members(201)],
    "someone else's": [foreign, members(404)],
    missing: [missing, members(404)],
    malformedId: [malformedId, members(404)],
    deleted: [deletedMessage, members(404)],
  },
  reports: { own: [nothing, members(200)] },
  markReportsSeen: { own: [nothing, members(204)] },
  decide: {
    open: [sending(openReport, upheld), admins(200)],
    decided: [sending(decided, upheld), admins(409)],
    missing: [sending(missing, upheld), admins(404)],
    malformedId: [sending(malformedId, upheld), admins(404)],
    deleted: [sending(ofDeleted, upheld), admins(200)],
  },
  stops: { all: [nothing, admins(200)] },
  stop: people((prepare) => sending(prepare, { until: '2099-01-01' }), 200),
  endStop: people((prepare) => prepare, 204),
}
