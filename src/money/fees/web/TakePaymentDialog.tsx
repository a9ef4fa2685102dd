import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import type { Fee } from '../fees.shapes.contract.ts'
import { usePayFee } from './fees.queries.ts'
import { PaymentFields } from './PaymentFields.tsx'
import { usePaymentForm } from './usePaymentForm.ts'

/** A full or partial payment of one fee. */
export const TakePaymentDialog = ({ fee, onClose }: { fee: Fee; onClose: () => void }) => {
  const words = useWords(feesEn).payment
  const pay = usePayFee()
  const balance = fee.amount - fee.paidAmount
  const payment = usePaymentForm({
    amount: balance,
    send: (body) => pay.mutateAsync({ params: { id: fee._id }, body }),
    onDone: ({ receiptNumber }) => {
      toast.success(words.done(receiptNumber))
      onClose()
    },
  })
  return (
    <FormDialog title={words.title} isOpen onClose={onClose} form={payment.form} submit={words.submit} submitting={words.submitting}>
      <PaymentFields payment={payment} balance={balance} />
    </FormDialog>
  )
}
