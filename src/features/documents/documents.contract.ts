import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Id, Instant, text } from '#contract/fields.ts'
import { dayLinkQuery, fileLinkQuery } from '#contract/fileLink.ts'
import { limits } from '#contract/limits.ts'
import { list, numberText, paging } from '#contract/paging.ts'

/** One document. The three paths are relative to the server root and stay the same for as long as the document lives. */
export const Document = z.object({
  _id: Id,
  title: z.string(),
  category: z.nullable(z.object({ _id: Id, name: z.string() })),
  createdAt: Instant,
  /** The name that the file had when it was uploaded. */
  fileName: z.string(),
  filePath: z.string(),
  /** Opens with the `Authorization` header; answers byte ranges. */
  fileUrl: z.string(),
  /** The call that makes a link which opens by itself. */
  downloadUrl: z.string(),
  /** Bytes. */
  fileSize: z.int(),
  /** The media type, decided by the content. */
  fileType: z.string(),
  /** How many pages it has, once somebody has counted them. */
  pages: z.nullable(z.int()),
  /** An address of the cover picture that opens by itself today and tomorrow; null where there is none, or none yet. */
  coverUrl: z.nullable(z.string()),
})
export type Document = z.infer<typeof Document>

/** A deleted document that a superadmin can still restore. */
export const RemovedDocument = z.extend(Document, {
  deletedAt: Instant,
  /** The name as it is now. */
  deletedByName: z.string(),
})
export type RemovedDocument = z.infer<typeof RemovedDocument>

/** A document whose text has what was looked for, with the page that says most of it. */
export const TextHit = z.object({
  document: Document,
  /** Counted from 1. */
  page: z.int(),
  /** About 160 characters of that page around the words, as plain text. */
  snippet: z.string(),
})
export type TextHit = z.infer<typeof TextHit>

export const documentErrors = {
  notPdf: { code: 'documents.not_pdf', status: 400, message: 'Please select a PDF file' },
  tooLarge: { code: 'documents.too_large', status: 413, message: 'The PDF is larger than 10MB' },
  categoryMissing: { code: 'documents.category_missing', status: 400, message: 'Please select a category' },
  noSuchPage: { code: 'documents.no_such_page', status: 400, message: 'The document has no such page' },
  linkInvalid: { code: 'documents.link_invalid', status: 403, message: 'This link is no longer valid. Please open the document again.' },
} satisfies Errors

/** A category's id as a form sends it. */
const CategoryId = z.string('Please select a category').check(z.trim(), z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'Please select a category'))

const nowhere = z.pipe(
  z.union([z.null(), z.string().check(z.trim(), z.maxLength(0))]),
  z.transform(() => null),
)

/** The category as a document carries it: screens send whole documents back. */
const carried = z.pipe(
  z.object({ _id: CategoryId }),
  z.transform(({ _id }) => _id),
)

/** Where a document is put: a category's id, or the category; null or an empty text is Uncategorized. */
const Shelf = z.union([nowhere, CategoryId, carried], 'Please select a category')

const Ids = z
  .array(Id)
  .check(
    z.minLength(1, 'Please select a document'),
    z.maxLength(limits.documentsAtOnce, `Please select at most ${limits.documentsAtOnce} documents`),
  )

const Page = z
  .int('Please enter a page')
  .check(z.minimum(1, 'Please enter a page'), z.maximum(limits.readingPage, documentErrors.noSuchPage.message))

export const documentsApi = {
  list: endpoint({
    method: 'GET',
    path: '/document',
    access: 'member',
    rate: 'search',
    summary: 'Documents, newest first; `search` looks in titles and in own and ancestor category names; `category=none` is Uncategorized',
    query: z.object({
      ...paging,
      search: z.optional(text({ max: limits.search })),
      category: z.optional(Id),
    }),
    reply: list(Document),
  }),
  create: endpoint({
    method: 'POST',
    path: '/document',
    access: 'admin',
    rate: 'upload',
    summary: 'Takes a PDF in',
    body: z.object({
      title: text({ max: limits.documentTitle, required: 'Please enter a document title' }),
      category: CategoryId,
    }),
    form: {
      file: {
        field: 'pdf',
        maxBytes: limits.documentBytes,
        required: 'Please select a PDF file',
        tooLarge: documentErrors.tooLarge.message,
      },
    },
    reply: Document,
    status: 201,
    errors: documentErrors,
  }),
  searchText: endpoint({
    method: 'GET',
    path: '/document/search',
    access: 'member',
    rate: 'search',
    summary:
      'Documents by the words on their pages, best first: all words of `q` on one page, "phrases" in quotes, the last word may be unfinished',
    query: z.object({
      q: z._default(z.optional(text({ max: limits.search })), ''),
      cursor: z.optional(z.string().check(z.regex(/^\d{0,4}$/, 'This is not a cursor'))),
      limit: z._default(z.optional(numberText(1, limits.listDefault)), limits.textHits),
    }),
    reply: list(TextHit),
  }),
  removed: endpoint({
    method: 'GET',
    path: '/document/removed',
    access: 'superadmin',
    summary: `Documents deleted in the last ${limits.restoreDays} days, the last deleted first: they can be restored`,
    query: z.object(paging),
    reply: list(RemovedDocument),
  }),
  moveMany: endpoint({
    method: 'POST',
    path: '/document/move',
    access: 'admin',
    summary: 'Moves documents into a category; null is Uncategorized; answers how many were there to move',
    body: z.object({ ids: Ids, category: Shelf }),
    reply: z.object({ moved: z.int() }),
    errors: { categoryMissing: documentErrors.categoryMissing },
  }),
  removeMany: endpoint({
    method: 'POST',
    path: '/document/remove',
    access: 'admin',
    summary: 'Deletes documents, from all favourites too; answers how many were there to delete',
    body: z.object({ ids: Ids }),
    reply: z.object({ removed: z.int() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/document/:id',
    access: 'member',
    summary: 'One document: an address with an open document can be shared',
    params: byId,
    reply: Document,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/document/:id',
    access: 'admin',
    summary: 'Changes the title and the category of a document; a category of null is Uncategorized, what is left out stays',
    params: byId,
    body: z.object({
      title: z.optional(text({ max: limits.documentTitle, required: 'Please enter a document title' })),
      category: z.optional(Shelf),
    }),
    reply: Document,
    errors: { categoryMissing: documentErrors.categoryMissing },
  }),
  restore: endpoint({
    method: 'POST',
    path: '/document/:id/restore',
    access: 'superadmin',
    summary: `Brings a deleted document back within ${limits.restoreDays} days: into its category, or Uncategorized where that is gone; not into favourites`,
    params: byId,
    reply: Document,
  }),
  progress: endpoint({
    method: 'GET',
    path: '/document/:id/progress',
    access: 'member',
    summary: 'The page where I stopped reading, or null',
    params: byId,
    reply: z.object({ page: z.nullable(z.int()) }),
  }),
  saveProgress: endpoint({
    method: 'PUT',
    path: '/document/:id/progress',
    access: 'member',
    summary: 'Keeps the page where I am',
    params: byId,
    body: z.object({ page: Page }),
    reply: z.object({ page: z.int() }),
    errors: { noSuchPage: documentErrors.noSuchPage },
  }),
  link: endpoint({
    method: 'GET',
    path: '/document/:id/download',
    access: 'member',
    summary: 'Makes a link to the file that opens by itself for five minutes, while the session lives',
    params: byId,
    reply: z.object({ downloadUrl: z.string(), expiresAt: Instant }),
  }),
  file: endpoint({
    method: 'GET',
    path: '/document/:id/file',
    access: 'anyone',
    summary: 'The file itself, for a signed-in caller or a signed link; answers byte ranges',
    params: byId,
    query: fileLinkQuery,
    stream: true,
    errors: documentErrors,
  }),
  cover: endpoint({
    method: 'GET',
    path: '/document/:id/cover',
    access: 'anyone',
    summary: 'The cover picture, for a signed-in caller or the signed address that lists carry',
    params: byId,
    query: dayLinkQuery,
    stream: true,
    errors: { linkInvalid: documentErrors.linkInvalid },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/document/:id',
    access: 'admin',
    summary: 'Deletes a document, from all favourites too',
    params: byId,
  }),
}
