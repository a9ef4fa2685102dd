import { type AccessTable, nothing, superadmins } from '#server/testing/access/table.ts'
import type { oversightApi } from '../oversight.contract.ts'

export const oversightAccess: AccessTable<typeof oversightApi> = {
  summary: { all: [nothing, superadmins(200)] },
  entries: { voids: [() => ({ query: 'kind=voids' }), superadmins(200)], 'of no kind': [nothing, superadmins(400)] },
}
