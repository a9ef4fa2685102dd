import { type AccessTable, nothing, sending, staff } from '#server/testing/access/table.ts'
import type { reportsApi } from '../reports.contract.ts'

const csv = () => ({ query: 'format=csv' })

export const reportsAccess: AccessTable<typeof reportsApi> = {
  months: { all: [nothing, staff(200)] },
  collections: { all: [nothing, staff(200)], 'of too many days': [() => ({ query: 'from=2020-01-01&to=2026-01-01' }), staff(400)] },
  exportCollections: { all: [csv, staff(200)], 'as nothing': [nothing, staff(400)] },
  cashOfDay: { all: [nothing, staff(200)] },
  closings: { all: [nothing, staff(200)] },
  closeDay: {
    'an early day': [sending(nothing, { day: '2020-01-01', openingFloat: 500, expected: 500, counted: 500 }), staff(201)],
    'with another sum': [sending(nothing, { day: '2020-01-01', openingFloat: 500, expected: 400, counted: 500 }), staff(409)],
  },
}
