import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Document } from '#features/documents/documents.contract.ts'

export const Dashboard = z.object({
  totalDocuments: z.int(),
  totalCategories: z.int(),
  /** Active students. */
  totalUsers: z.int(),
  /** The five newest. */
  recentDocuments: z.array(Document),
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
