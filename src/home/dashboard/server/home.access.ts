import { type AccessTable, members, nothing } from '#server/testing/access/table.ts'
import type { homeApi } from '../home.contract.ts'

export const homeAccess: AccessTable<typeof homeApi> = {
  dashboard: { all: [nothing, members(200)] },
}
