import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Document } from '#features/documents/documents.contract.ts'
import { ReadDocument } from '#features/reading/reading.contract.ts'
import { DailyThought } from '#features/thoughts/thoughts.contract.ts'

export const Dashboard = z.object({
  totalDocuments: z.int(),
  totalCategories: z.int(),
  /** Active students. */
  totalUsers: z.int(),
  /** The five newest. */
  recentDocuments: z.array(Document),
  /** The thought of the day; null where there is none. */
  thought: z.nullable(DailyThought),
  /** What the caller read last, the latest first. */
  continueReading: z.array(ReadDocument),
})
export type Dashboard = z.infer<typeof Dashboard>

export const homeApi = {
  dashboard: endpoint({
    method: 'GET',
    path: '/user/dashboard',
    access: 'member',
    shows: ['categories', 'documents', 'reading', 'thoughts', 'users'],
    summary: 'The statistics and newest documents for the dashboard',
    reply: Dashboard,
  }),
}
