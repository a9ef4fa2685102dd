import { type AccessTable, nothing, superadmins } from '#server/testing/access/table.ts'
import type { auditApi } from '../audit.contract.ts'

export const auditAccess: AccessTable<typeof auditApi> = {
  list: { all: [nothing, superadmins(200)] },
  people: { all: [nothing, superadmins(200)] },
  download: {
    'as Excel': [() => ({ query: 'format=xlsx' }), superadmins(200)],
    'as CSV': [() => ({ query: 'format=csv' }), superadmins(200)],
    'as nothing': [nothing, superadmins(400)],
  },
}
