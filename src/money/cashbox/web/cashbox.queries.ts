import type { SheetFormat } from '#contract/sheet.ts'
import { download } from '#web/api/download.ts'
import { useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { cashboxApi } from '../cashbox.contract.ts'

/** The cash box since its last closing. */
export const useCashInBox = (isEnabled = true) => useCall(cashboxApi.cashInBox, {}, { enabled: isEnabled })
/** The closings; with `asOf`, only those made until the end of that day. */
export const useClosings = (asOf: string | undefined) =>
  usePages(cashboxApi.closings, { query: { limit: '30', ...(asOf && { asOf }) } }, { keepPrevious: true })
export const useCloseBox = () => useAction(cashboxApi.closeBox)

type Narrowed = { month: string | undefined; asOf: string | undefined }

const asked = ({ month, asOf }: Narrowed) => ({ ...(month && { month }), ...(asOf && { asOf }) })

/** Money paid out and other money in, optionally of one month, and as it was at the end of a day. */
export const useBox = (narrowed: Narrowed) =>
  usePages(cashboxApi.box, { query: { limit: '30', ...asked(narrowed) } }, { keepPrevious: true })
export const useEnterBox = () => useAction(cashboxApi.enterBox)
export const useVoidBox = () => useAction(cashboxApi.voidBox)

export const downloadBox = (narrowed: Narrowed, format: SheetFormat): Promise<void> =>
  download(cashboxApi.exportBox, { query: { ...asked(narrowed), format } })
export const downloadClosings = (asOf: string | undefined, format: SheetFormat): Promise<void> =>
  download(cashboxApi.exportClosings, { query: { ...(asOf && { asOf }), format } })
