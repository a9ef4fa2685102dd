import type { PaymentMethod } from '#contract/terms.ts'
import type { Payment } from '#money/fees/fees.shapes.contract.ts'
import { useCorrectPayment } from '#money/fees/web/fees.queries.ts'
import { PaymentFields } from '#money/fees/web/PaymentFields.tsx'
import { usePaymentForm } from '#money/fees/web/usePaymentForm.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { useWords } from '#web/words.ts'
import { counterEn } from '../counter.en.ts'

export type CorrectPaymentProps = { payment: Payment; method: PaymentMethod; onDone: (next: Payment) => void; onClose: () => void }

/** Changes the method or amount of a payment: voids it and enters a new one. */
export const CorrectPaymentDialog = ({ payment, method, onDone, onClose }: CorrectPaymentProps) => {
  const words = useWords(counterEn).correcting
  const correct = useCorrectPayment()
  const correction = usePaymentForm({
    amount: payment.amount,
    start: { method, receivedOn: payment.receivedOn },
    send: (body) => correct.mutateAsync({ params: { id: payment._id }, body }),
    onDone,
  })
  return (
    <FormDialog title={words.title} isOpen onClose={onClose} form={correction.form} submit={words.submit} submitting={words.submitting}>
      <p className="text-muted">{words.text(payment.receiptNumber)}</p>
      <PaymentFields payment={correction} />
    </FormDialog>
  )
}
