import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { byId, text } from '#contract/fields.ts'
import { dailyLinkQuery } from '#contract/fileLink.ts'
import { limits } from '#contract/limits.ts'
import { list, numberText, paging } from '#contract/paging.ts'
import { Document, documentErrors } from '#features/documents/documents.contract.ts'

/** A document whose text has what was looked for, with the page that says most of it. */
export const TextHit = z.object({
  document: Document,
  /** Counted from 1. */
  page: z.int(),
  /** About 160 characters of that page around the words, as plain text. */
  snippet: z.string(),
})
export type TextHit = z.infer<typeof TextHit>

/** The path of a document's cover; lists carry it signed. */
export const coverPath = (documentId: string): string => `/api/document/${documentId}/cover`

export const extractionApi = {
  searchText: endpoint({
    method: 'GET',
    path: '/document/search',
    access: 'member',
    shows: ['categories', 'documents'],
    rate: 'search',
    summary:
      'Searches inside documents, best matches first: all words of `q` must be on one page, quote "phrases", the last word may be incomplete',
    query: z.object({
      q: z._default(z.optional(text({ max: limits.search })), ''),
      cursor: paging.cursor,
      limit: z._default(z.optional(numberText(1, limits.listDefault)), limits.textHits),
    }),
    reply: list(TextHit),
  }),
  cover: endpoint({
    method: 'GET',
    path: '/document/:id/cover',
    access: 'anyone',
    shows: [],
    summary: 'The cover picture, for a signed-in user or the signed URL found in lists',
    params: byId,
    query: dailyLinkQuery,
    stream: true,
    errors: { linkInvalid: documentErrors.linkInvalid },
  }),
}
