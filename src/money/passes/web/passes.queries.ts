import { useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { passesApi, passLimits } from '../passes.contract.ts'
import { passesEn } from '../passes.en.ts'

export const useOffer = (day: string) => useCall(passesApi.offer, { query: { day } }, { keepPrevious: true })
export const usePasses = (day: string) => usePages(passesApi.list, { query: { limit: '50', day } }, { keepPrevious: true })

/** Returns whether enough of a number was typed to find visitors. */
export const isSearchable = (phone: string): boolean => phone.replaceAll(/\D/g, '').length >= passLimits.searchFrom

/** Visitors with this number. */
export const useVisitors = (phone: string) => {
  return useCall(passesApi.visitors, { query: { search: phone } }, { enabled: isSearchable(phone) })
}

export const useSellPass = () => useAction(passesApi.sell)

export const useRemoveVisitor = () => {
  const words = useWords(passesEn).list
  return useAction(passesApi.removeVisitor, { failure: words.eraseFailed, onSuccess: () => toast.success(words.erased) })
}
