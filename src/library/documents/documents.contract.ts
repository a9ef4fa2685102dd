import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Id, Instant, text } from '#contract/fields.ts'
import { fileLinkQuery } from '#contract/fileLink.ts'
import { limits, MB } from '#contract/limits.ts'
import { list, paging } from '#contract/paging.ts'

export const documentLimits = {
  bytes: 10 * MB,
  title: 300,
  /** PDFs that one form uploads. */
  uploadsAtOnce: 50,
  /** One file of a folder for `npm run import`. */
  importedBytes: 200 * MB,
  /** Documents that are moved, deleted or restored in one call. */
  atOnce: 200,
  /** Days after which a deleted document is purged. */
  restoreDays: 30,
  /** Minutes within which the admin who deleted a document can restore it. */
  undoMinutes: 10,
} as const

/** One document. The three paths are relative to the server root and never change. */
export const Document = z.object({
  _id: Id,
  title: z.string(),
  category: z.nullable(z.object({ _id: Id, name: z.string() })),
  createdAt: Instant,
  /** The name of the uploaded file. */
  fileName: z.string(),
  filePath: z.string(),
  /** Requires the `Authorization` header; supports byte ranges. */
  fileUrl: z.string(),
  /** The call that creates a download link which needs no session. */
  downloadUrl: z.string(),
  /** Bytes. */
  fileSize: z.int(),
  /** The media type, detected from the content. */
  fileType: z.string(),
  /** The number of pages, once it was counted. */
  pages: z.nullable(z.int()),
  /** An address of the cover picture that needs no session, valid today and tomorrow; null if there is no cover, or not yet. */
  coverUrl: z.nullable(z.string()),
})
export type Document = z.infer<typeof Document>

/** A deleted document that a superadmin can still restore. */
export const RemovedDocument = z.extend(Document, {
  deletedAt: Instant,
  /** The current name of this person. */
  deletedByName: z.string(),
})
export type RemovedDocument = z.infer<typeof RemovedDocument>

export const documentErrors = {
  notPdf: { code: 'documents.not_pdf', status: 400, message: 'Please select a PDF file' },
  tooLarge: { code: 'documents.too_large', status: 413, message: 'The PDF is larger than 10MB' },
  categoryMissing: { code: 'documents.category_missing', status: 400, message: 'Please select a category' },
  undoOver: {
    code: 'documents.undo_over',
    status: 403,
    message: 'The time to undo this deletion is over. A superadmin can restore the document.',
  },
  linkInvalid: { code: 'documents.link_invalid', status: 403, message: 'This link is no longer valid. Please open the document again.' },
} satisfies Errors

/** A category id as a form sends it. */
const CategoryId = z.string('Please select a category').check(z.trim(), z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'Please select a category'))

const nowhere = z.pipe(
  z.union([z.null(), z.string().check(z.trim(), z.maxLength(0))]),
  z.transform(() => null),
)

/** The category as part of a document: clients send whole documents back. */
const carried = z.pipe(
  z.object({ _id: CategoryId }),
  z.transform(({ _id }) => _id),
)

/** The category of a document: an id or a category object; null or an empty text means Uncategorized. */
const Category = z.union([nowhere, CategoryId, carried], 'Please select a category')

const Ids = z
  .array(Id)
  .check(
    z.minLength(1, 'Please select a document'),
    z.maxLength(documentLimits.atOnce, `Please select at most ${documentLimits.atOnce} documents`),
  )

/** The path of a document's cover; lists contain it signed. */
export const coverPath = (documentId: string): string => `/api/document/${documentId}/cover`

export const documentsApi = {
  list: endpoint({
    method: 'GET',
    path: '/document',
    access: 'member',
    shows: ['categories', 'documents'],
    offline: true,
    rate: 'search',
    summary:
      'Documents, newest first; `search` matches titles and the names of their categories and parent categories; `category=none` selects uncategorized documents',
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
    changes: ['documents'],
    rate: 'upload',
    summary: 'Uploads a PDF; the same file again with the same `clientId` answers the document that it made',
    body: z.object({
      title: text({ max: documentLimits.title, required: 'Please enter a document title' }),
      category: CategoryId,
      /** Makes retries idempotent: an upload repeated with the same id creates no second document. */
      clientId: z.optional(Id),
    }),
    form: {
      file: {
        field: 'pdf',
        maxBytes: documentLimits.bytes,
        required: 'Please select a PDF file',
        tooLarge: documentErrors.tooLarge.message,
      },
    },
    reply: Document,
    status: 201,
    errors: documentErrors,
  }),
  removed: endpoint({
    method: 'GET',
    path: '/document/removed',
    access: 'superadmin',
    shows: ['categories', 'documents', 'users'],
    summary: `Documents deleted in the last ${documentLimits.restoreDays} days, which can still be restored; most recently deleted first`,
    query: z.object(paging),
    reply: list(RemovedDocument),
  }),
  moveMany: endpoint({
    method: 'POST',
    path: '/document/move',
    access: 'admin',
    changes: ['documents'],
    summary: 'Moves documents to a category, or to Uncategorized if null; returns how many were moved',
    body: z.object({ ids: Ids, category: Category }),
    reply: z.object({ moved: z.int() }),
    errors: { categoryMissing: documentErrors.categoryMissing },
  }),
  removeMany: endpoint({
    method: 'POST',
    path: '/document/remove',
    access: 'admin',
    changes: ['documents', 'favorites'],
    summary: 'Deletes documents and removes them from all favorites; returns how many were deleted',
    body: z.object({ ids: Ids }),
    reply: z.object({ removed: z.int() }),
  }),
  restoreMany: endpoint({
    method: 'POST',
    path: '/document/restore',
    access: 'admin',
    changes: ['documents', 'favorites'],
    summary:
      'Restores documents as the call for one does; those that you may not restore, that are not deleted or that are gone for good are skipped; returns how many were restored',
    body: z.object({ ids: Ids }),
    reply: z.object({ restored: z.int() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/document/:id',
    access: 'member',
    shows: ['categories', 'documents'],
    offline: true,
    summary: 'One document',
    params: byId,
    reply: Document,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/document/:id',
    access: 'admin',
    changes: ['documents'],
    summary: 'Changes the title or category of a document; a null category means Uncategorized, omitted fields stay unchanged',
    params: byId,
    body: z.object({
      title: z.optional(text({ max: documentLimits.title, required: 'Please enter a document title' })),
      category: z.optional(Category),
    }),
    reply: Document,
    errors: { categoryMissing: documentErrors.categoryMissing },
  }),
  restore: endpoint({
    method: 'POST',
    path: '/document/:id/restore',
    access: 'admin',
    changes: ['documents', 'favorites'],
    summary: `Restores a document to its category or, if that no longer exists, to Uncategorized; a superadmin within ${documentLimits.restoreDays} days of the deletion, the admin who deleted it within ${documentLimits.undoMinutes} minutes; favorites are not restored`,
    params: byId,
    reply: Document,
    errors: { undoOver: documentErrors.undoOver },
  }),
  link: endpoint({
    method: 'GET',
    path: '/document/:id/download',
    access: 'member',
    shows: [],
    summary: 'Creates a link that opens the file without a token for five minutes, while the session lasts',
    params: byId,
    reply: z.object({ downloadUrl: z.string(), expiresAt: Instant }),
  }),
  file: endpoint({
    method: 'GET',
    path: '/document/:id/file',
    access: 'anyone',
    shows: [],
    summary: 'The file, for a signed-in user or a signed link; supports byte ranges',
    params: byId,
    query: fileLinkQuery,
    stream: true,
    errors: documentErrors,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/document/:id',
    access: 'admin',
    changes: ['documents', 'favorites'],
    summary: 'Deletes a document and removes it from all favorites',
    params: byId,
  }),
}
