import type { SheetFormat } from '#contract/sheet.ts'
import { download } from '#web/api/download.ts'
import { useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { feesApi } from '../fees.contract.ts'
import { feesEn } from '../fees.en.ts'
import type { Fee, Payment } from '../fees.shapes.contract.ts'

export type FeeFilter = { search: string; status: 'paid' | 'unpaid' | undefined; student: string | undefined }

/** Returns the filter without blank values. */
const narrowed = ({ search, status, student }: FeeFilter) => ({
  ...(search && { search }),
  ...(status && { status }),
  ...(student && { student }),
})

/** Fee records, newest month first, in pages of a thousand. */
export const useFees = (filter: FeeFilter) => usePages(feesApi.list, { query: narrowed(filter) }, { keepPrevious: true })
export const useFeeSummary = (filter: FeeFilter) => useCall(feesApi.summary, { query: narrowed(filter) }, { keepPrevious: true })

export const downloadFees = (filter: FeeFilter, format: SheetFormat): Promise<void> =>
  download(feesApi.exportFees, { query: { ...narrowed(filter), format } })

/** The fees of one student, newest month first. */
export const useFeesOf = (studentId: string | undefined) =>
  useCall(feesApi.ofStudent, { params: { id: studentId ?? '' } }, { enabled: studentId !== undefined })

/** What one student owes and has paid. */
export const useFeeAccount = (studentId: string | undefined) =>
  useCall(feesApi.account, { params: { id: studentId ?? '' } }, { enabled: studentId !== undefined })

/** The payments of one fee and its adjustments. */
export const useFeePayments = (feeId: string) => useCall(feesApi.payments, { params: { id: feeId } })

/** Students by name, limited to a short list. */
export const useStudents = (search: string) =>
  usePages(feesApi.accounts, { query: { limit: '50', ...(search && { search }) } }, { keepPrevious: true })

/** The number of missing monthly fees. */
export const useMissingFees = () => useCall(feesApi.missing)

export const useReceiptBook = () => useCall(feesApi.receiptBook)
export const useConfirmReceiptBook = () => useAction(feesApi.confirmReceiptBook)

export const usePayFee = () => useAction(feesApi.payFee)
/** Records a payment of a student over several fees. */
export const usePay = () => useAction(feesApi.pay)
export const useCreateFee = () => useAction(feesApi.create)
export const useVoidPayment = () => useAction(feesApi.voidPayment)
export const useCorrectPayment = () => useAction(feesApi.correctPayment)
export const useRefund = () => useAction(feesApi.refund)
export const useVoidRefund = () => useAction(feesApi.voidRefund)

export const useApplyCredit = () => {
  const words = useWords(feesEn).details
  return useAction(feesApi.applyCredit, { failure: words.creditFailed, onSuccess: () => toast.success(words.creditUsed) })
}

/** Updates amount and notes, or marks a fee as unpaid. Forms show their own errors. */
export const useUpdateFee = () => useAction(feesApi.update)

/** Pays the balance of a fee in cash with one press. If another clerk was first, the refetched list shows it as paid. */
export const useMarkPaid = (onPaid: (payment: Payment) => void) => {
  const words = useWords(feesEn)
  const update = useAction(feesApi.update, {
    failure: words.statusFailed,
    optimistic: (change, { params: { id } }) => {
      const paidDate = new Date().toISOString()
      const paid = (fee: Fee): Fee => (fee._id === id ? { ...fee, paid: true, paidAmount: fee.amount, paidDate } : fee)
      change(feesApi.list, (reply) => ({ ...reply, items: reply.items.map(paid) }))
    },
    onSuccess: ({ payment }) => {
      toast.success(words.markedPaid)
      if (payment) onPaid(payment)
    },
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
