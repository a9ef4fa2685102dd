import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { byId, Id, text } from '#contract/fields.ts'
import { dailyLinkQuery } from '#contract/fileLink.ts'
import { limits } from '#contract/limits.ts'
import { list, numberText, paging } from '#contract/paging.ts'
import { categoryLimits } from '#library/categories/categories.contract.ts'
import { Document, documentErrors } from '#library/documents/documents.contract.ts'

export const extractionLimits = {
  /** Documents that one page of a search in texts shows. */
  textHits: 20,
} as const

/** A document whose text matches, with its best page. */
export const TextHit = z.object({
  document: Document,
  /** Counted from 1. */
  page: z.int(),
  /** About 160 characters of that page around the match, as plain text. */
  snippet: z.string(),
})
export type TextHit = z.infer<typeof TextHit>

/** Number of matches on each page of one document. */
export const FoundInDocument = z.object({
  /**
   * State of the text: `ready` is complete; `none` is a document without text, such as a scan; `pending` has not been extracted yet;
   * `unavailable` could not be extracted, or only in part. The last two report no matches.
   */
  text: z.enum(['ready', 'none', 'pending', 'unavailable']),
  total: z.int(),
  /** Pages with matches in ascending order, counted from 1. */
  pages: z.array(z.object({ page: z.int(), count: z.int() })).check(z.maxLength(limits.pagesRead)),
})
export type FoundInDocument = z.infer<typeof FoundInDocument>

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
      limit: z._default(z.optional(numberText(1, limits.listDefault)), extractionLimits.textHits),
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
      /** False if the words are in so many documents that not all were counted: `total` is then the least there are. */
      isExact: z.boolean(),
      /** Matches by title or category name, as the number directly in each category; null is Uncategorized. */
      byCategory: z.array(z.object({ category: z.nullable(Id), count: z.int() })).check(z.maxLength(categoryLimits.most + 1)),
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
  firstPage: endpoint({
    method: 'GET',
    path: '/document/:id/first-page',
    access: 'member',
    shows: [],
    rate: 'page',
    summary: 'The first page of a PDF as a picture of at most 64 KB, to be read on a phone while the PDF is loading; 404 if there is none',
    params: byId,
    stream: true,
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
