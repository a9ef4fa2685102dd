import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Instant } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { Document } from '#features/documents/documents.contract.ts'

/** A document that somebody has not finished, and the page where they stopped, counted from 1. */
export const ReadDocument = z.extend(Document, { page: z.int(), readAt: Instant })
export type ReadDocument = z.infer<typeof ReadDocument>

export const readingErrors = {
  noSuchPage: { code: 'reading.no_such_page', status: 400, message: 'The document does not have this page' },
} satisfies Errors

const Page = z
  .int('Please enter a page')
  .check(z.minimum(1, 'Please enter a page'), z.maximum(limits.readingPage, readingErrors.noSuchPage.message))

export const readingApi = {
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
}
