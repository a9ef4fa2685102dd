import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { byId, Id, text } from '#contract/fields.ts'
import { dailyLinkQuery } from '#contract/fileLink.ts'
import { limits } from '#contract/limits.ts'
import { list, numberText, paging } from '#contract/paging.ts'
import { Document, documentErrors } from '#library/documents/documents.contract.ts'

/** A document whose text has what was looked for, with the page that says most of it. */
export const TextHit = z.object({
  document: Document,
  /** Counted from 1. */
  page: z.int(),
  /** About 160 characters of that page around the words, as plain text. */
  snippet: z.string(),
})
export type TextHit = z.infer<typeof TextHit>

/** How often each page of one document has what is looked for. */
export const FoundInDocument = z.object({
  /**
   * Of what this is said: `ready` is the whole text, `none` a document without any, such as a scan. A text that is `pending` has
   * not been read yet, and one that is `unavailable` could not be read, or not to its end: of both nothing is counted.
   */
  text: z.enum(['ready', 'none', 'pending', 'unavailable']),
  total: z.int(),
  /** The pages that have it, counted from 1, in their order. */
  pages: z.array(z.object({ page: z.int(), count: z.int() })).check(z.maxLength(limits.pagesRead)),
})
export type FoundInDocument = z.infer<typeof FoundInDocument>

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
  countMatches: endpoint({
    method: 'GET',
    path: '/document/search/count',
    access: 'member',
    shows: ['categories', 'documents'],
    rate: 'search',
    summary: 'How many documents match `q` by their title, their categories or their text, each counted once',
    query: z.object({ q: text({ max: limits.search, required: 'Please enter some text' }) }),
    reply: z.object({
      total: z.int(),
      /** Those that match by title or by a category's name, as many as stand directly in each category; null is Uncategorized. */
      byCategory: z.array(z.object({ category: z.nullable(Id), count: z.int() })).check(z.maxLength(limits.categories + 1)),
    }),
  }),
  findInDocument: endpoint({
    method: 'GET',
    path: '/document/:id/find',
    access: 'member',
    shows: ['documents'],
    rate: 'find',
    summary: 'The pages of one document that have `q` in their text, in any case and also within words, and how often each has it',
    params: byId,
    query: z.object({ q: text({ max: limits.search, required: 'Please enter some text' }) }),
    reply: FoundInDocument,
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
