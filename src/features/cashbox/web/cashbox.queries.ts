import { useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { cashboxApi } from '../cashbox.contract.ts'

/** The cash box since its last closing. */
export const useCashInBox = (isEnabled = true) => useCall(cashboxApi.cashInBox, {}, { enabled: isEnabled })
export const useClosings = () => usePages(cashboxApi.closings, { query: { limit: '30' } })
export const useCloseBox = () => useAction(cashboxApi.closeBox)

/** Money paid out and other money in, of one month where one is given. */
export const useBox = (month: string | undefined) =>
  usePages(cashboxApi.box, { query: { limit: '30', ...(month && { month }) } }, { keepPrevious: true })
export const useEnterBox = () => useAction(cashboxApi.enterBox)
export const useVoidBox = () => useAction(cashboxApi.voidBox)
