import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { feesApi } from '../fees.contract.ts'
import { feesEn } from '../fees.en.ts'
import type { Payment, Refund } from '../fees.shapes.contract.ts'
import { useVoidRefund } from './fees.queries.ts'
import { useFeeNames } from './useFeeName.ts'
import { VoidPayment } from './VoidPayment.tsx'

/** Voids a payment, and says which fees it pays. */
export const VoidDialog = ({ payment, onClose }: { payment: Payment; onClose: () => void }) => {
  const { voiding, reasons } = useWords(feesEn)
  const namesOf = useFeeNames()
  return (
    <VoidPayment
      paymentId={payment._id}
      title={voiding.title(payment.receiptNumber)}
      words={{ ...voiding, reasons: reasons.voids, other: reasons.other }}
      onClose={onClose}
    >
      <p>{voiding.text}</p>
      {payment.lines.length > 0 && <p className="wrap-anywhere">{voiding.pays(namesOf(payment.lines))}</p>}
    </VoidPayment>
  )
}

/** Voids a refund. */
export const VoidRefundDialog = ({ refund, onClose }: { refund: Refund; onClose: () => void }) => {
  const { voiding, reasons } = useWords(feesEn)
  const voidRefund = useVoidRefund()
  const form = useForm(feesApi.voidRefund, {
    initial: { reason: '' },
    send: ({ body }) => voidRefund.mutateAsync({ params: { id: refund._id }, body }),
    failure: voiding.refundFailed,
    onDone: () => {
      toast.success(voiding.refundDone)
      onClose()
    },
  })
  const words = { ...voiding, submit: voiding.refundSubmit, reasons: reasons.voids, other: reasons.other }
  return (
    <ReasonDialog title={voiding.refundTitle(refund.voucherNumber)} form={form} words={words} onClose={onClose}>
      <p>{voiding.refundText}</p>
    </ReasonDialog>
  )
}
