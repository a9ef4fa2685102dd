import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { byId, text } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { list, paging } from '#contract/paging.ts'
import { Document } from '#features/documents/documents.contract.ts'

export const favoritesApi = {
  list: endpoint({
    method: 'GET',
    path: '/document/favorites',
    access: 'student',
    rate: 'search',
    summary: 'My favourite documents, last added first; `search` looks in titles',
    query: z.object({ ...paging, search: z.optional(text({ max: limits.search })) }),
    reply: list(Document),
  }),
  count: endpoint({
    method: 'GET',
    path: '/document/favorites/count',
    access: 'student',
    summary: 'How many favourites I have',
    reply: z.object({ count: z.int() }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/document/:id/favorite',
    access: 'student',
    summary: 'Makes a document a favourite; again changes nothing',
    params: byId,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/document/:id/favorite',
    access: 'student',
    summary: 'Takes a document out of the favourites; again changes nothing',
    params: byId,
  }),
}
