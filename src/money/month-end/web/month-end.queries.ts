import type { SheetFormat } from '#contract/sheet.ts'
import { download } from '#web/api/download.ts'
import { useCall } from '#web/api/queryClient.ts'
import { reportsApi } from '../month-end.contract.ts'

export type Range = { from: string | undefined; to: string | undefined }

const asked = ({ from, to }: Range, asOf: string | undefined) => ({ ...(from && { from }), ...(to && { to }), ...(asOf && { asOf }) })

/** What each month of a range charged and collected; defaults to the last twelve. `asOf` is a day whose figures are shown. */
export const useMonths = (range: Range, asOf: string | undefined) =>
  useCall(reportsApi.months, { query: asked(range, asOf) }, { keepPrevious: true })

/** What each month of a range collected, paid out and left; defaults to the last twelve. */
export const useMoney = (range: Range, asOf: string | undefined) =>
  useCall(reportsApi.money, { query: asked(range, asOf) }, { keepPrevious: true })

/** The collections of each day of a range; defaults to this month. */
export const useCollections = (range: Range, asOf: string | undefined) =>
  useCall(reportsApi.collections, { query: asked(range, asOf) }, { keepPrevious: true })

export const downloadCollections = (range: Range, asOf: string | undefined, format: SheetFormat): Promise<void> =>
  download(reportsApi.exportCollections, { query: { ...asked(range, asOf), format } })
