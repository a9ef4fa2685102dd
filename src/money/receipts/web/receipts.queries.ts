import { limits } from '#contract/limits.ts'
import { useCall, usePages } from '#web/api/queryClient.ts'
import { type Receipt, receiptsApi } from '../receipts.contract.ts'

export const useReceipt = (kind: Receipt['kind'], id: string) =>
  useCall(kind === 'receipt' ? receiptsApi.receipt : receiptsApi.voucher, { params: { id } })

export const useReceipts = (search: string) =>
  usePages(receiptsApi.list, { query: { limit: '50', ...(search && { search }) } }, { keepPrevious: true })

/** As many as a glance takes in. */
const LATEST = 8
export const useLatestReceipts = () => useCall(receiptsApi.list, { query: { limit: String(LATEST) } })

export type Period = { from: string; to: string; asOf: string | undefined }

/** A period as a call sends it: without its blanks. */
export const periodQuery = ({ from, to, asOf }: Period) => ({ ...(from && { from }), ...(to && { to }), ...(asOf && { asOf }) })

export const useStatement = (id: string, period: Period) =>
  useCall(receiptsApi.statement, { params: { id }, query: periodQuery(period) }, { keepPrevious: true })

/** As many as are printed at once. */
export const useDuesSlips = () => useCall(receiptsApi.duesSlips, { query: { limit: String(limits.listMax) } })
