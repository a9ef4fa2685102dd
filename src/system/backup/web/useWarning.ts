import { useCall } from '#web/api/queryClient.ts'
import { backupApi } from '../backup.contract.ts'

/** Apart from the other calls of the feature, because the banner needs only this one. */
export const useWarning = () => useCall(backupApi.warning)
