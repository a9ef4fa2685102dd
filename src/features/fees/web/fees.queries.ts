import { useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { feesApi } from '../fees.contract.ts'

export type FeeFilter = { search: string; status: 'paid' | 'unpaid' | undefined; student: string | undefined }

/** What of a filter narrows a list; a blank is left out. */
const narrowed = ({ search, status, student }: FeeFilter) => ({
  ...(search && { search }),
  ...(status && { status }),
  ...(student && { student }),
})

/** Fee records, newest month first, a thousand at a time. */
export const useFees = (filter: FeeFilter) => usePages(feesApi.list, { query: narrowed(filter) }, { keepPrevious: true })
export const useFeeSummary = (filter: FeeFilter) => useCall(feesApi.summary, { query: narrowed(filter) }, { keepPrevious: true })

export const usePayFee = () => useAction(feesApi.payFee)
/** A payment of a student over several fees. */
export const usePay = () => useAction(feesApi.pay)

/** Students by name; as many as somebody looks through before typing another letter. */
export const useStudents = (search: string) =>
  usePages(feesApi.accounts, { query: { limit: '50', ...(search && { search }) } }, { keepPrevious: true })
