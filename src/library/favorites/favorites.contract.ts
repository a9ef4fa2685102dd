import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { byId, Id, text } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { list, paging } from '#contract/paging.ts'
import { Document } from '#library/documents/documents.contract.ts'

export const favoritesApi = {
  list: endpoint({
    method: 'GET',
    path: '/document/favorites',
    access: 'student',
    shows: ['categories', 'documents', 'favorites'],
    offline: true,
    rate: 'search',
    summary: 'Your favorite documents, most recently added first; `search` matches titles',
    query: z.object({ ...paging, search: z.optional(text({ max: limits.search })) }),
    reply: list(Document),
  }),
  ids: endpoint({
    method: 'GET',
    path: '/document/favorites/ids',
    access: 'student',
    shows: ['documents', 'favorites'],
    offline: true,
    summary: 'The ids of your favorite documents, most recently added first',
    query: z.object(paging),
    reply: list(Id),
  }),
  count: endpoint({
    method: 'GET',
    path: '/document/favorites/count',
    access: 'student',
    shows: ['documents', 'favorites'],
    offline: true,
    summary: 'How many favorites you have',
    reply: z.object({ count: z.int() }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/document/:id/favorite',
    access: 'student',
    changes: ['favorites'],
    summary: 'Adds a document to your favorites; repeating it has no effect',
    params: byId,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/document/:id/favorite',
    access: 'student',
    changes: ['favorites'],
    summary: 'Removes a document from your favorites; repeating it has no effect',
    params: byId,
  }),
}
