import { type AccessTable, nothing, superadmins } from '#server/testing/access/table.ts'
import type { backupApi } from '../backup.contract.ts'

export const backupAccess: AccessTable<typeof backupApi> = {
  system: { all: [nothing, superadmins(200)] },
  warning: { all: [nothing, superadmins(200)] },
  backUp: { any: [nothing, superadmins(204)] },
  examine: { any: [nothing, superadmins(204)] },
}
