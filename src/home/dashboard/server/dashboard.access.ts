import { type AccessTable, members, nothing } from '#server/testing/access/table.ts'
import type { homeApi } from '../dashboard.contract.ts'

export const dashboardAccess: AccessTable<typeof homeApi> = {
  dashboard: { all: [nothing, members(200)] },
}
