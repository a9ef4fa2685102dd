import type { SheetFormat } from '#contract/sheet.ts'
import { download } from '#web/api/download.ts'
import { useCall } from '#web/api/queryClient.ts'
import { reportsApi } from '../reports.contract.ts'

export type Range = { from: string | undefined; to: string | undefined }

const asked = ({ from, to }: Range, asOf: string | undefined) => ({ ...(from && { from }), ...(to && { to }), ...(asOf && { asOf }) })

/** What each month of a range charged and collected; the last twelve without one. `asOf` is a day whose figures are shown again. */
export const useMonths = (range: Range, asOf: string | undefined) =>
  useCall(reportsApi.months, { query: asked(range, asOf) }, { keepPrevious: true })

/** What each month of a range collected, paid out and left; the last twelve without one. */
export const useMoney = (range: Range, asOf: string | undefined) =>
  useCall(reportsApi.money, { query: asked(range, asOf) }, { keepPrevious: true })

/** What came in on each day of a range; this month without one. */
export const useCollections = (range: Range, asOf: string | undefined) =>
  useCall(reportsApi.collections, { query: asked(range, asOf) }, { keepPrevious: true })

export const downloadCollections = (range: Range, asOf: string | undefined, format: SheetFormat): Promise<void> =>
  download(reportsApi.exportCollections, { query: { ...asked(range, asOf), format } })
