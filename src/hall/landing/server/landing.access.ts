import { type AccessTable, nothing, open } from '#server/testing/access/table.ts'
import type { landingApi } from '../landing.contract.ts'

export const landingAccess: AccessTable<typeof landingApi> = { freeSeats: { 'a hall that does not show them': [nothing, open(200)] } }
