import type { SheetFormat } from '#contract/sheet.ts'
import { download } from '#web/api/download.ts'
import { useCall } from '#web/api/queryClient.ts'
import { reportsApi } from '../reports.contract.ts'

export type Range = { from: string | undefined; to: string | undefined }

const asked = ({ from, to }: Range) => ({ ...(from && { from }), ...(to && { to }) })

/** What each month of a range charged and collected; the last twelve without one. */
export const useMonths = (range: Range) => useCall(reportsApi.months, { query: asked(range) }, { keepPrevious: true })

/** What each month of a range collected, paid out and left; the last twelve without one. */
export const useMoney = (range: Range) => useCall(reportsApi.money, { query: asked(range) }, { keepPrevious: true })

/** What came in on each day of a range; this month without one. */
export const useCollections = (range: Range) => useCall(reportsApi.collections, { query: asked(range) }, { keepPrevious: true })

export const downloadCollections = (range: Range, format: SheetFormat): Promise<void> =>
  download(reportsApi.exportCollections, { query: { ...asked(range), format } })
