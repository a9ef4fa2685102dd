import type { SheetFormat } from '#contract/sheet.ts'
import { download } from '#web/api/download.ts'
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

export const downloadBox = (month: string | undefined, format: SheetFormat): Promise<void> =>
  download(cashboxApi.exportBox, { query: { ...(month && { month }), format } })
export const downloadClosings = (format: SheetFormat): Promise<void> => download(cashboxApi.exportClosings, { query: { format } })
