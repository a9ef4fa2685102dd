import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/fields.ts'
import { Document } from '#features/documents/documents.contract.ts'

/** A document that somebody has not finished, and the page where they stopped, counted from 1. */
export const ReadDocument = z.extend(Document, { page: z.int(), readAt: Instant })
export type ReadDocument = z.infer<typeof ReadDocument>

export const Dashboard = z.object({
  totalDocuments: z.int(),
  totalCategories: z.int(),
  /** Active students. */
  totalUsers: z.int(),
  /** The five newest. */
  recentDocuments: z.array(Document),
  /** The thought of the day; null where there is none. */
  thought: z.nullable(z.object({ thought: z.string(), author: z.nullable(z.string()) })),
  /** What the caller read last, the latest first. */
  continueReading: z.array(ReadDocument),
})
export type Dashboard = z.infer<typeof Dashboard>

export const homeApi = {
  dashboard: endpoint({
    method: 'GET',
    path: '/user/dashboard',
    access: 'member',
    summary: 'The figures and newest documents of the dashboard',
    reply: Dashboard,
  }),
}
