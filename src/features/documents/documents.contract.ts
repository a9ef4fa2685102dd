import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Id, Instant, text } from '#contract/fields.ts'
import { fileLinkQuery } from '#contract/fileLink.ts'
import { limits } from '#contract/limits.ts'
import { list, paging } from '#contract/paging.ts'

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
})
export type Document = z.infer<typeof Document>

export const documentErrors = {
  notPdf: { code: 'documents.not_pdf', status: 400, message: 'Please select a PDF file' },
  tooLarge: { code: 'documents.too_large', status: 413, message: 'The PDF is larger than 10MB' },
  categoryMissing: { code: 'documents.category_missing', status: 400, message: 'Please select a category' },
  linkInvalid: { code: 'documents.link_invalid', status: 403, message: 'This link is no longer valid. Please open the document again.' },
} satisfies Errors

export const documentsApi = {
  list: endpoint({
    method: 'GET',
    path: '/document',
    access: 'member',
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
    summary: 'Takes a PDF in',
    body: z.object({
      title: text({ max: limits.documentTitle, required: 'Please enter a document title' }),
      category: z.string('Please select a category').check(z.trim(), z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'Please select a category')),
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
  read: endpoint({
    method: 'GET',
    path: '/document/:id',
    access: 'member',
    summary: 'One document: an address with an open document can be shared',
    params: byId,
    reply: Document,
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
  remove: endpoint({
    method: 'DELETE',
    path: '/document/:id',
    access: 'admin',
    summary: 'Deletes a document, from all favourites too',
    params: byId,
  }),
}
