import {
  type AccessTable,
  admins,
  malformedId,
  members,
  missing,
  nothing,
  open,
  type Prepare,
  type Sent,
  sending,
  superadmins,
} from '#server/testing/access/table.ts'
import { deletedDocument, document, newDeletedCategory, newDocument } from '#server/testing/access/things.ts'
import type { Person } from '#server/testing/given.ts'
import { uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'
import type { documentsApi } from '../documents.contract.ts'
import { documentLimits } from '../documents.contract.ts'

const upload = (category: string): Sent => ({ body: uploadForm({ title: 'A book', category, file: pdf() }) })
const linkTo = async (person: Person, id: string) => (await person.get(`/document/${id}/download`)).body.downloadUrl.split('?')[1]
const removedLongAgo: Prepare = async (world, me) => {
  const { id = '' } = await deletedDocument(world, me)
  await world.app.db.updateTable('documents').set({ deletedAt: '2020-01-01T00:00:00.000Z' }).where('id', '=', id).execute()
  return { id }
}
const removedByCaller =
  (minutesAgo: number): Prepare =>
  async (world, me) => {
    const { id = '' } = await deletedDocument(world, me)
    const deletedAt = new Date(Date.now() - minutesAgo * 60_000).toISOString()
    const by = { deletedAt, deletedBy: me?._id ?? world.admin._id }
    await world.app.db.updateTable('documents').set(by).where('id', '=', id).execute()
    return { id }
  }

export const documentsAccess: AccessTable<typeof documentsApi> = {
  list: { all: [nothing, members(200)] },
  create: {
    'into a category': [({ category }) => upload(category), admins(201)],
    'into a missing category': [() => upload('nowhere'), admins(400)],
    'into a deleted category': [async (world) => upload(await newDeletedCategory(world)), admins(400)],
  },
  read: {
    any: [document, members(200)],
    missing: [missing, members(404)],
    malformedId: [malformedId, members(404)],
    deleted: [deletedDocument, members(404)],
  },
  link: {
    any: [document, members(200)],
    missing: [missing, members(404)],
    malformedId: [malformedId, members(404)],
    deleted: [deletedDocument, members(404)],
  },
  file: {
    any: [document, members(200)],
    missing: [missing, members(404)],
    // A streaming route validates its input before it authenticates the caller, because a link can replace the session.
    malformedId: [malformedId, open(404)],
    deleted: [deletedDocument, members(404)],
    'by a link of one’s own': [
      async (world, me) => {
        const id = await newDocument(world)
        return { id, query: await linkTo(me ?? world.admin, id) }
      },
      open(200),
    ],
    "by someone else's link": [
      async (world) => {
        const id = await newDocument(world)
        return { id, query: await linkTo(world.admin, id) }
      },
      [200, 403, 403, 403, 403],
    ],
    'by a link to a deleted document': [
      async (world, me) => {
        const id = await newDocument(world)
        const query = await linkTo(me ?? world.admin, id)
        await world.admin.del(`/document/${id}`)
        return { id, query }
      },
      open(403),
    ],
    'by a link that was made up': [async (world) => ({ id: await newDocument(world), query: 'signature=0' }), open(403)],
    'by a link that was made up for a missing document': [() => ({ id: 'nothing', query: 'signature=0' }), open(403)],
  },
  remove: {
    any: [document, admins(204)],
    missing: [missing, admins(404)],
    malformedId: [malformedId, admins(404)],
    deleted: [deletedDocument, admins(404)],
  },
  update: {
    any: [async (world) => ({ id: await newDocument(world), body: { title: 'Another', category: null } }), admins(200)],
    'into a deleted category': [
      async (world) => ({ id: await newDocument(world), body: { category: await newDeletedCategory(world) } }),
      admins(400),
    ],
    missing: [sending(missing, {}), admins(404)],
    malformedId: [sending(malformedId, {}), admins(404)],
    deleted: [sending(deletedDocument, {}), admins(404)],
  },
  moveMany: {
    any: [async (world) => ({ body: { ids: [await newDocument(world)], category: world.category } }), admins(200)],
    'missing ones': [() => ({ body: { ids: ['nothing'], category: null } }), admins(200)],
    'into a missing category': [async (world) => ({ body: { ids: [await newDocument(world)], category: 'nowhere' } }), admins(400)],
  },
  removeMany: {
    any: [async (world) => ({ body: { ids: [await newDocument(world)] } }), admins(200)],
    'missing ones': [() => ({ body: { ids: ['nothing'] } }), admins(200)],
  },
  restoreMany: {
    any: [async (world, me) => ({ body: { ids: [(await deletedDocument(world, me)).id] } }), admins(200)],
    'living, missing and long deleted ones': [
      async (world, me) => ({ body: { ids: [await newDocument(world), 'nothing', (await removedLongAgo(world, me)).id] } }),
      admins(200),
    ],
  },
  removed: { all: [nothing, superadmins(200)] },
  restore: {
    living: [document, admins(404)],
    missing: [missing, admins(404)],
    malformedId: [malformedId, admins(404)],
    deleted: [deletedDocument, [401, 403, 403, 404, 200]],
    'deleted by the caller just now': [removedByCaller(0), admins(200)],
    'deleted by the caller too long ago to undo': [removedByCaller(documentLimits.undoMinutes + 1), superadmins(200), 'why'],
    'deleted long ago': [removedLongAgo, admins(404)],
  },
}
