import { type AccessTable, malformedId, members, missing, nothing, type Prepare, staff, type World } from '#server/testing/access/table.ts'
import { unique } from '#server/testing/access/things.ts'
import { pdf } from '#server/testing/pdf.ts'
import type { noticesApi } from '../notices.contract.ts'

const body = (more: object = {}) => ({ title: unique('Notice'), content: 'The hall is closed', type: 'tab', ...more })

const newNotice = async ({ admin }: World, more: object = {}): Promise<string> => (await admin.post('/notice', body(more))).body._id
const notice: Prepare = async (world) => ({ id: await newNotice(world) })

/** Addressed to a student who is not one of the callers. */
const forSomebodyElse: Prepare = async (world) => {
  const { _id } = await world.app.as('student')
  return { id: await newNotice(world, { targetUsers: [_id] }) }
}

const forCaller: Prepare = async (world, me) => ({ id: await newNotice(world, { targetUsers: [me?._id ?? world.admin._id] }) })
const inactive: Prepare = async (world) => ({ id: await newNotice(world, { isActive: false }) })
const expired: Prepare = async (world) => ({ id: await newNotice(world, { expiresAt: '2020-01-31' }) })
const scheduled: Prepare = async (world) => ({ id: await newNotice(world, { publishAt: '2999-01-31' }) })

const deleted: Prepare = async (world) => {
  const id = await newNotice(world)
  await world.admin.del(`/notice/${id}`)
  return { id }
}

const withAttachment =
  (prepare: Prepare): Prepare =>
  async (world, me) => {
    const { id } = await prepare(world, me)
    const form = new FormData()
    form.append('attachment', new File([new Uint8Array(pdf())], 'plan.pdf'))
    await world.admin.put(`/notice/${id}`, form)
    return { id }
  }

const sending =
  (prepare: Prepare, sent: object): Prepare =>
  async (world, me) => ({ ...(await prepare(world, me)), body: sent })

export const noticesAccess: AccessTable<typeof noticesApi> = {
  all: { all: [nothing, staff(200)] },
  people: { all: [nothing, staff(200)] },
  mine: { own: [nothing, members(200)] },
  bannerMarquee: { own: [nothing, members(200)] },
  tab: { own: [nothing, members(200)] },
  create: {
    'for everyone': [() => ({ body: body() }), staff(201)],
    'for someone': [async ({ app }) => ({ body: body({ targetUsers: [(await app.as('student'))._id] }) }), staff(201)],
    'for nobody who is there': [() => ({ body: body({ targetUsers: ['nowhere'] }) }), staff(400)],
  },
  update: {
    any: [sending(notice, { title: 'Closed' }), staff(200)],
    missing: [sending(missing, {}), staff(404)],
    malformedId: [sending(malformedId, {}), staff(404)],
    deleted: [sending(deleted, {}), staff(404)],
  },
  remove: {
    any: [notice, staff(204)],
    missing: [missing, staff(404)],
    malformedId: [malformedId, staff(404)],
    deleted: [deleted, staff(404)],
  },
  markRead: {
    'for everyone': [notice, members(204)],
    'for the caller': [forCaller, members(204)],
    'for someone else': [forSomebodyElse, members(404)],
    inactive: [inactive, members(404)],
    expired: [expired, members(404)],
    scheduled: [scheduled, members(404)],
    missing: [missing, members(404)],
    malformedId: [malformedId, members(404)],
    deleted: [deleted, members(404)],
  },
  readers: {
    any: [notice, staff(200)],
    missing: [missing, staff(404)],
    malformedId: [malformedId, staff(404)],
    deleted: [deleted, staff(404)],
  },
  attachment: {
    'for everyone': [withAttachment(notice), members(200)],
    'for the caller': [withAttachment(forCaller), members(200)],
    'for someone else': [withAttachment(forSomebodyElse), [401, 404, 200, 200, 200]],
    inactive: [withAttachment(inactive), [401, 404, 200, 200, 200]],
    expired: [withAttachment(expired), [401, 404, 200, 200, 200]],
    scheduled: [withAttachment(scheduled), [401, 404, 200, 200, 200]],
    'that is none': [notice, members(404)],
    missing: [missing, members(404)],
    malformedId: [malformedId, members(404)],
    deleted: [deleted, members(404)],
  },
}
