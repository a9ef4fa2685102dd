import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Id, Instant } from '#contract/fields.ts'
import { fileLinkQuery } from '#contract/fileLink.ts'
import { Document, documentErrors } from '#library/documents/documents.contract.ts'

export const readingLimits = {
  /** The last possible reading position of a document with an unknown number of pages. */
  page: 100_000,
  /** Unfinished documents that are offered for reading on. */
  unfinished: 3,
} as const

/** A document with a saved reading position that is not finished; pages are counted from 1. */
export const ReadDocument = z.extend(Document, { page: z.int(), readAt: Instant })
export type ReadDocument = z.infer<typeof ReadDocument>

export const readingErrors = {
  noSuchPage: { code: 'reading.no_such_page', status: 400, message: 'The document does not have this page' },
  notOffice: { code: 'reading.not_office', status: 400, message: 'This is not an Office file' },
} satisfies Errors

const Page = z
  .int('Please enter a page')
  .check(z.minimum(1, 'Please enter a page'), z.maximum(readingLimits.page, readingErrors.noSuchPage.message))

export const OfficeView = z.object({
  /** The provider of the viewer; null if there is none. */
  viewer: z.nullable(z.enum(['microsoft', 'google'])),
  /** The address for a frame. It contains a link to the file that needs no session until `expiresAt`. */
  viewerUrl: z.nullable(z.string()),
  expiresAt: z.nullable(Instant),
  /** Why there is no viewer: `off` if none is configured, otherwise why it could not fetch the file from here. */
  reason: z.nullable(z.enum(['off', 'noAddress', 'notHttps', 'privateAddress', 'demo'])),
})
export type OfficeView = z.infer<typeof OfficeView>

export const readingApi = {
  unfinished: endpoint({
    method: 'GET',
    path: '/document/unfinished',
    access: 'member',
    shows: ['categories', 'documents', 'reading'],
    offline: true,
    summary: 'What you have begun to read and not finished, the last read first, with the pages where you stopped',
    reply: z.object({ items: z.array(ReadDocument) }),
  }),
  progress: endpoint({
    method: 'GET',
    path: '/document/:id/progress',
    access: 'member',
    shows: ['reading'],
    summary: 'The page where you stopped reading, or null',
    params: byId,
    reply: z.object({ page: z.nullable(z.int()) }),
  }),
  saveProgress: endpoint({
    method: 'PUT',
    path: '/document/:id/progress',
    access: 'member',
    changes: ['reading'],
    summary: 'Saves the page you are on',
    params: byId,
    body: z.object({ page: Page }),
    reply: z.object({ page: z.int() }),
    errors: { noSuchPage: readingErrors.noSuchPage },
  }),
  office: endpoint({
    method: 'GET',
    path: '/document/:id/office',
    access: 'member',
    shows: [],
    summary: 'How an Office file is shown: the address of it in the external viewer that an admin chose, or why there is none',
    params: byId,
    reply: OfficeView,
    errors: { notOffice: readingErrors.notOffice },
  }),
  officeFile: endpoint({
    method: 'GET',
    path: '/document/:id/office/:name',
    access: 'anyone',
    shows: [],
    summary: 'An Office file for an external viewer, by a signed link; the name ends as such files do, which viewers go by',
    params: z.object({ id: Id, name: z.string().check(z.regex(/^document\.[a-z]{3,4}$/)) }),
    query: fileLinkQuery,
    stream: true,
    errors: { linkInvalid: documentErrors.linkInvalid },
  }),
}
