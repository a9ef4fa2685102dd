import { useCall } from '#web/api/queryClient.ts'
import { customizationApi } from '../customization.contract.ts'
import { defaultHall, type Hall } from '../customization.settings.contract.ts'

/** How the hall is set up, as far as it is known: every page loads the customization at its start. */
export const useHall = (): Hall => useCall(customizationApi.get, {}, { enabled: false }).data?.hall ?? defaultHall
