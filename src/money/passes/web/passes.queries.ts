import { useVoidPayment } from '#money/fees/web/fees.queries.ts'
import { useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { passesApi } from '../passes.contract.ts'
import { passesEn } from '../passes.en.ts'

export const useOffer = (day: string) => useCall(passesApi.offer, { query: { day } }, { keepPrevious: true })
export const usePasses = (day: string) => usePages(passesApi.list, { query: { limit: '50', day } }, { keepPrevious: true })

/** Visitors with this number, from the fourth digit on. */
export const useVisitors = (phone: string) => {
  const digits = phone.replaceAll(/\D/g, '')
  return useCall(passesApi.visitors, { query: { search: phone } }, { enabled: digits.length > 3 })
}

export const useSellPass = () => useAction(passesApi.sell)
export const useVoidPass = useVoidPayment

export const useRemoveVisitor = () => {
  const words = useWords(passesEn).list
  return useAction(passesApi.removeVisitor, { failure: words.eraseFailed, onSuccess: () => toast.success(words.erased) })
}
