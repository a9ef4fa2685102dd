import { shownName } from '#contract/shownName.ts'
import { feesApi } from '#money/fees/fees.contract.ts'
import { usersApi } from '#people/users/users.contract.ts'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { chargingApi } from '../charging.contract.ts'
import { chargingEn } from '../charging.en.ts'

export const useSetCharging = () => useAction(chargingApi.setOn, { failure: useWords(chargingEn).failed })

export const useUndoCharging = () => {
  const words = useWords(chargingEn)
  return useAction(chargingApi.undo, {
    failure: words.undoFailed,
    onSuccess: ({ undone }) => toast.success(words.withdrawn(undone?.withdrawn ?? 0)),
  })
}

/** Saves the hall's monthly fee as it is, which confirms it. */
export const useConfirmFee = () => {
  const words = useWords(chargingEn)
  return useAction(customizationApi.updateHall, { failure: words.failed, onSuccess: () => toast.success(words.feeConfirmed) })
}

export const useUncharged = () => usePages(chargingApi.uncharged, { query: { limit: '50' } })

export const useChargeMonth = () => {
  const words = useWords(chargingEn)
  return useAction(feesApi.generate, { failure: words.failed, onSuccess: () => toast.success(words.uncharged.charged) })
}

/** Returns the names of people who may enter a joining date. */
export const useSuperadmins = (isAsked: boolean): string[] => {
  const query = { role: 'superadmin', status: 'active', limit: '3' } as const
  const { data } = useCall(usersApi.list, { query }, { enabled: isAsked })
  return data?.items.map(shownName) ?? []
}

export const useSetJoiningDate = () => {
  const words = useWords(chargingEn)
  return useAction(usersApi.update, { failure: words.failed, onSuccess: () => toast.success(words.uncharged.saved) })
}
