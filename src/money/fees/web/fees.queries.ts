import type { SheetFormat } from '#contract/sheet.ts'
import { download } from '#web/api/download.ts'
import { useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { type Fee, feesApi } from '../fees.contract.ts'
import { feesEn } from '../fees.en.ts'

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

export const downloadFees = (filter: FeeFilter, format: SheetFormat): Promise<void> =>
  download(feesApi.exportFees, { query: { ...narrowed(filter), format } })

/** The fees of one student, newest month first. */
export const useFeesOf = (studentId: string | undefined) =>
  useCall(feesApi.ofStudent, { params: { id: studentId ?? '' } }, { enabled: studentId !== undefined })

/** What one student owes and has. */
export const useFeeAccount = (studentId: string | undefined) =>
  useCall(feesApi.account, { params: { id: studentId ?? '' } }, { enabled: studentId !== undefined })

/** The payments of one fee, and what changed its amount. */
export const useFeePayments = (feeId: string) => useCall(feesApi.payments, { params: { id: feeId } })

/** Students by name; as many as someone looks through before typing another letter. */
export const useStudents = (search: string) =>
  usePages(feesApi.accounts, { query: { limit: '50', ...(search && { search }) } }, { keepPrevious: true })

export const useReceiptBook = () => useCall(feesApi.receiptBook)
export const useConfirmReceiptBook = () => useAction(feesApi.confirmReceiptBook)

export const usePayFee = () => useAction(feesApi.payFee)
/** A payment of a student over several fees. */
export const usePay = () => useAction(feesApi.pay)
export const useCreateFee = () => useAction(feesApi.create)
export const useVoidPayment = () => useAction(feesApi.voidPayment)
export const useRefund = () => useAction(feesApi.refund)
export const useVoidRefund = () => useAction(feesApi.voidRefund)

export const useApplyCredit = () => {
  const words = useWords(feesEn).details
  return useAction(feesApi.applyCredit, { failure: words.creditFailed, onSuccess: () => toast.success(words.creditUsed) })
}

/** Amount and notes, or a mark as unpaid: forms tell their failures themselves. */
export const useUpdateFee = () => useAction(feesApi.update)

/** The balance of a fee, in cash, by one press. Where someone else was first, the list that is loaded again shows it paid. */
export const useMarkPaid = () => {
  const words = useWords(feesEn)
  const update = useAction(feesApi.update, {
    failure: words.statusFailed,
    optimistic: (change, { params: { id } }) => {
      const paidDate = new Date().toISOString()
      const paid = (fee: Fee): Fee => (fee._id === id ? { ...fee, paid: true, paidAmount: fee.amount, paidDate } : fee)
      change(feesApi.list, (reply) => ({ ...reply, items: reply.items.map(paid) }))
    },
    onSuccess: () => toast.success(words.markedPaid),
  })
  return { isPending: update.isPending, markPaid: ({ _id: id }: Fee) => update.mutate({ params: { id }, body: { paid: true } }) }
}

const useGenerated = () => {
  const words = useWords(feesEn).generating
  return {
    failure: words.failed,
    onSuccess: ({ created }: { created: number }) => toast.success(created > 0 ? words.done : words.nothing),
  }
}

export const useGenerateFees = () => useAction(feesApi.generate, useGenerated())
export const useGenerateAllFees = () => useAction(feesApi.generateAll, useGenerated())
