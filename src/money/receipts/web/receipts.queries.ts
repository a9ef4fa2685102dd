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

export type Period = { from: string; to: string }

export const useStatement = (id: string, { from, to }: Period) =>
  useCall(receiptsApi.statement, { params: { id }, query: { ...(from && { from }), ...(to && { to }) } }, { keepPrevious: true })

/** As many as are printed at once. */
export const useDuesSlips = () => useCall(receiptsApi.duesSlips, { query: { limit: String(limits.listMax) } })
