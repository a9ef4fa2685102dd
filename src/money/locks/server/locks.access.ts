import { type AccessTable, admins, nothing, sending, staff } from '#server/testing/access/table.ts'
import type { locksApi } from '../locks.contract.ts'

export const locksAccess: AccessTable<typeof locksApi> = {
  list: { all: [nothing, staff(200)] },
  lockMonth: {
    'a month that is over': [sending(nothing, { month: 1, year: 2026 }), admins(201)],
    'a month to come': [sending(nothing, { month: 12, year: 2100 }), admins(400)],
  },
}
