import { type AccessTable, nothing, staff } from '#server/testing/access/table.ts'
import type { reportsApi } from '../month-end.contract.ts'

const csv = () => ({ query: 'format=csv' })

export const monthEndAccess: AccessTable<typeof reportsApi> = {
  months: { all: [nothing, staff(200)] },
  money: { all: [nothing, staff(200)], backwards: [() => ({ query: 'from=2026-02&to=2026-01' }), staff(400)] },
  collections: { all: [nothing, staff(200)], 'of too many days': [() => ({ query: 'from=2020-01-01&to=2026-01-01' }), staff(400)] },
  exportCollections: { all: [csv, staff(200)], 'as nothing': [nothing, staff(400)] },
}
