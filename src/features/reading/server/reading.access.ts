import { type AccessTable, members, missing, sending, unthinkable } from '#server/testing/access/table.ts'
import { deletedDocument, document, newDocument } from '#server/testing/access/things.ts'
import type { readingApi } from '../reading.contract.ts'

export const readingAccess: AccessTable<typeof readingApi> = {
  progress: {
    own: [document, members(200)],
    missing: [missing, members(404)],
    unthinkable: [unthinkable, members(404)],
    deleted: [deletedDocument, members(404)],
  },
  saveProgress: {
    own: [async (world) => ({ id: await newDocument(world), body: { page: 1 } }), members(200)],
    missing: [sending(missing, { page: 1 }), members(404)],
    unthinkable: [unthinkable, members(404)],
    deleted: [sending(deletedDocument, { page: 1 }), members(404)],
  },
}
