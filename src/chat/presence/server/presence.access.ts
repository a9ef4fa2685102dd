import { type AccessTable, members, nothing } from '#server/testing/access/table.ts'
import type { presenceApi } from '../presence.contract.ts'

export const presenceAccess: AccessTable<typeof presenceApi> = {
  presence: { own: [nothing, members(200)] },
  updatePresence: { own: [() => ({ body: { isHidden: true } }), members(200)] },
}
