import { type AccessTable, malformedId, members, missing, nothing, open, type Prepare, sending } from '#server/testing/access/table.ts'
import { deletedDocument, document, newDocument } from '#server/testing/access/things.ts'
import type { readingApi } from '../reading.contract.ts'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const officeFile: Prepare = async (world) => {
  const id = await newDocument(world)
  const { db } = world.app
  const file = db.selectFrom('documents').select('fileSha256').where('id', '=', id)
  await db.updateTable('files').set({ mediaType: docx }).where('sha256', '=', file).execute()
  return { id }
}
const named =
  (prepare: Prepare): Prepare =>
  async (world, me) => ({ ...(await prepare(world, me)), name: 'document.docx' })

export const readingAccess: AccessTable<typeof readingApi> = {
  unfinished: { own: [nothing, members(200)] },
  progress: {
    own: [document, members(200)],
    missing: [missing, members(404)],
    malformedId: [malformedId, members(404)],
    deleted: [deletedDocument, members(404)],
  },
  saveProgress: {
    own: [async (world) => ({ id: await newDocument(world), body: { page: 1 } }), members(200)],
    missing: [sending(missing, { page: 1 }), members(404)],
    malformedId: [malformedId, members(404)],
    deleted: [sending(deletedDocument, { page: 1 }), members(404)],
  },
  office: {
    any: [officeFile, members(200)],
    'of another kind': [document, members(400)],
    missing: [missing, members(404)],
    malformedId: [malformedId, members(404)],
    deleted: [deletedDocument, members(404)],
  },
  // No viewer is configured.
  officeFile: {
    any: [named(officeFile), members(404)],
    missing: [named(missing), members(404)],
    malformedId: [named(malformedId), open(404)],
    deleted: [named(deletedDocument), members(404)],
    'by a link that was made up': [async (world, me) => ({ ...(await named(officeFile)(world, me)), query: 'signature=0' }), open(403)],
  },
}
