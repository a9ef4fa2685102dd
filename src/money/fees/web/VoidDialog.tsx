import { limits } from '#contract/limits.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { ReasonField } from '#web/ui/ReasonField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { feesApi } from '../fees.contract.ts'
import { feesEn } from '../fees.en.ts'
import type { Payment, Refund } from '../fees.shapes.contract.ts'
import { useVoidPayment, useVoidRefund } from './fees.queries.ts'
import { useFeeNames } from './useFeeName.ts'

/** Asks for a reason and voids a payment. */
export const VoidDialog = ({ payment, onClose }: { payment: Payment; onClose: () => void }) => {
  const all = useWords(feesEn)
  const words = all.voiding
  const namesOf = useFeeNames()
  const voidPayment = useVoidPayment()
  const form = useForm(feesApi.voidPayment, {
    initial: { reason: '' },
    send: ({ body }) => voidPayment.mutateAsync({ params: { id: payment._id }, body }),
    failure: words.failed,
    onDone: () => {
      toast.success(words.done)
      onClose()
    },
  })
  return (
    <FormDialog
      title={words.title(payment.receiptNumber)}
      isOpen
      onClose={onClose}
      form={form}
      submit={words.submit}
      submitting={words.submitting}
    >
      <p>{words.text}</p>
      {payment.lines.length > 0 && <p className="wrap-anywhere">{words.pays(namesOf(payment.lines))}</p>}
      <ReasonField
        reasons={all.reasons.voids}
        other={all.reasons.other}
        label={words.reason}
        maxLength={limits.reason}
        isRequired
        isDisabled={form.isSending}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}

/** Asks for a reason and voids a refund. */
export const VoidRefundDialog = ({ refund, onClose }: { refund: Refund; onClose: () => void }) => {
  const all = useWords(feesEn)
  const words = all.voiding
  const voidRefund = useVoidRefund()
  const form = useForm(feesApi.voidRefund, {
    initial: { reason: '' },
    send: ({ body }) => voidRefund.mutateAsync({ params: { id: refund._id }, body }),
    failure: words.refundFailed,
    onDone: () => {
      toast.success(words.refundDone)
      onClose()
    },
  })
  return (
    <FormDialog
      title={words.refundTitle(refund.voucherNumber)}
      isOpen
      onClose={onClose}
      form={form}
      submit={words.refundSubmit}
      submitting={words.submitting}
    >
      <p>{words.refundText}</p>
      <ReasonField
        reasons={all.reasons.voids}
        other={all.reasons.other}
        label={words.reason}
        maxLength={limits.reason}
        isRequired
        isDisabled={form.isSending}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
