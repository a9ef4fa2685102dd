import {
  type AccessTable,
  admins,
  malformedId,
  missing,
  nothing,
  open,
  type Prepare,
  sending,
  type World,
} from '#server/testing/access/table.ts'
import type { announcementsApi } from '../announcements.contract.ts'

const body = { title: 'Open', content: 'All day' }

const newAnnouncement = async ({ admin }: World): Promise<string> => (await admin.post('/announcement', body)).body._id
const announcement: Prepare = async (world) => ({ id: await newAnnouncement(world) })
const deleted: Prepare = async (world) => {
  const id = await newAnnouncement(world)
  await world.admin.del(`/announcement/${id}`)
  return { id }
}

export const announcementsAccess: AccessTable<typeof announcementsApi> = {
  publicList: { all: [nothing, open(200)] },
  list: { all: [nothing, admins(200)] },
  create: { any: [() => ({ body }), admins(201)] },
  update: {
    any: [sending(announcement, { title: 'Closed' }), admins(200)],
    missing: [sending(missing, {}), admins(404)],
    malformedId: [sending(malformedId, {}), admins(404)],
    deleted: [sending(deleted, {}), admins(404)],
  },
  toggle: {
    any: [announcement, admins(200)],
    missing: [missing, admins(404)],
    malformedId: [malformedId, admins(404)],
    deleted: [deleted, admins(404)],
  },
  remove: {
    any: [announcement, admins(204)],
    missing: [missing, admins(404)],
    malformedId: [malformedId, admins(404)],
    deleted: [deleted, admins(404)],
  },
}
