import { type AccessTable, malformedId, members, missing, open, type Prepare } from '#server/testing/access/table.ts'
import { deletedDocument, document, newDocument, storePicture } from '#server/testing/access/things.ts'
import type { extractionApi } from '../extraction.contract.ts'

const coveredDocument: Prepare = async (world) => {
  const id = await newDocument(world)
  const { fileSha256 } = await world.app.db.selectFrom('documents').select('fileSha256').where('id', '=', id).executeTakeFirstOrThrow()
  await storePicture(world, id, (tx, coverSha256) =>
    tx.insertInto('extractions').values({ sha256: fileSha256, outcome: 'done', pages: 1, coverSha256, at: 'then' }).execute(),
  )
  return { id }
}

const asking =
  (prepare: Prepare): Prepare =>
  async (world, me) => ({ ...(await prepare(world, me)), query: 'q=waves' })

export const extractionAccess: AccessTable<typeof extractionApi> = {
  searchText: { all: [() => ({ query: 'q=waves' }), members(200)] },
  countMatches: { all: [() => ({ query: 'q=waves' }), members(200)] },
  findInDocument: {
    any: [asking(document), members(200)],
    missing: [asking(missing), members(404)],
    malformedId: [asking(malformedId), members(404)],
    deleted: [asking(deletedDocument), members(404)],
  },
  firstPage: {
    any: [document, members(200)],
    missing: [missing, members(404)],
    malformedId: [malformedId, members(404)],
    deleted: [deletedDocument, members(404)],
  },
  cover: {
    any: [coveredDocument, members(200)],
    'of a document that has none': [document, members(404)],
    missing: [missing, members(404)],
    malformedId: [malformedId, open(404)],
    deleted: [deletedDocument, members(404)],
    'by its signed address': [
      async (world, me) => {
        const { id } = await coveredDocument(world, me)
        return { id, query: (await world.admin.get(`/document/${id}`)).body.coverUrl.split('?')[1] }
      },
      open(200),
    ],
    'of a deleted document': [
      async (world, me) => {
        const { id = '' } = await coveredDocument(world, me)
        await world.admin.del(`/document/${id}`)
        return { id }
      },
      [401, 404, 404, 404, 200],
    ],
    'by the signed address of a document that was deleted': [
      async (world, me) => {
        const { id } = await coveredDocument(world, me)
        const query = (await world.admin.get(`/document/${id}`)).body.coverUrl.split('?')[1]
        await world.admin.del(`/document/${id}`)
        return { id, query }
      },
      open(403),
    ],
    'by an address that was made up': [
      async (world, me) => ({ ...(await coveredDocument(world, me)), query: 'day=2026-11-21&signature=0' }),
      open(403),
    ],
    'by an address that was made up for a missing one': [() => ({ id: 'nothing', query: 'signature=0' }), open(403)],
  },
}
