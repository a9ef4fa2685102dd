import { type AccessTable, malformedId, members, missing, nothing, type Prepare, sending } from '#server/testing/access/table.ts'
import { deletedDocument, document } from '#server/testing/access/things.ts'
import type { marksApi } from '../marks.contract.ts'

const bookmark = { kind: 'bookmark', page: 1 }
const marked =
  (prepare: Prepare): Prepare =>
  async (world, me) => ({ ...(await prepare(world, me)), markId: 'mark-1' })

export const marksAccess: AccessTable<typeof marksApi> = {
  list: {
    own: [document, members(200)],
    missing: [missing, members(404)],
    malformedId: [malformedId, members(404)],
    deleted: [deletedDocument, members(404)],
  },
  save: {
    own: [sending(marked(document), bookmark), members(200)],
    missing: [sending(marked(missing), bookmark), members(404)],
    malformedId: [sending(marked(malformedId), bookmark), members(404)],
    deleted: [sending(marked(deletedDocument), bookmark), members(404)],
  },
  remove: {
    own: [marked(document), members(204)],
    missing: [marked(missing), members(404)],
    malformedId: [marked(malformedId), members(404)],
    deleted: [marked(deletedDocument), members(404)],
  },
  text: {
    own: [document, members(200)],
    missing: [missing, members(404)],
    malformedId: [malformedId, members(404)],
    deleted: [deletedDocument, members(404)],
  },
  allText: { own: [nothing, members(200)] },
}
