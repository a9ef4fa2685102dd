import { limits } from '#contract/limits.ts'
import { useCall, usePages } from '#web/api/queryClient.ts'
import { type Receipt, receiptsApi } from '../receipts.contract.ts'

export const useReceipt = (kind: Receipt['kind'], id: string) =>
  useCall(kind === 'receipt' ? receiptsApi.receipt : receiptsApi.voucher, { params: { id } })

export const useReceipts = ({ search, student }: { search: string; student: string }) =>
  usePages(receiptsApi.list, { query: { limit: '50', ...(search && { search }), ...(student && { student }) } }, { keepPrevious: true })

/** Number of receipts in the short list. */
const LATEST = 8
export const useLatestReceipts = () => useCall(receiptsApi.list, { query: { limit: String(LATEST) } })

export type Period = { from: string; to: string; asOf: string | undefined }

/** Returns the period for a call, without blank values. */
export const periodQuery = ({ from, to, asOf }: Period) => ({ ...(from && { from }), ...(to && { to }), ...(asOf && { asOf }) })

export const useStatement = (id: string, period: Period) =>
  useCall(receiptsApi.statement, { params: { id }, query: periodQuery(period) }, { keepPrevious: true })

/** Number of slips printed at once. */
export const useDuesSlips = () => useCall(receiptsApi.duesSlips, { query: { limit: String(limits.listMax) } })
