import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'
import { useWords } from '#web/words.ts'
import { feesApi } from '../fees.contract.ts'
import { feesEn } from '../fees.en.ts'
import type { Payment, Refund } from '../fees.shapes.contract.ts'
import { useVoidPayment, useVoidRefund } from './fees.queries.ts'
import { useFeeNames } from './useFeeName.ts'

/** Asks for a reason and voids a payment. */
export const VoidDialog = ({ payment, onClose }: { payment: Payment; onClose: () => void }) => {
  const { voiding: words, reasons } = useWords(feesEn)
  const namesOf = useFeeNames()
  const voidPayment = useVoidPayment()
  return (
    <ReasonDialog
      call={feesApi.voidPayment}
      send={(body) => voidPayment.mutateAsync({ params: { id: payment._id }, body })}
      title={words.title(payment.receiptNumber)}
      reasons={reasons.voids}
      words={{ ...words, other: reasons.other }}
      onClose={onClose}
    >
      <p>{words.text}</p>
      {payment.lines.length > 0 && <p className="wrap-anywhere">{words.pays(namesOf(payment.lines))}</p>}
    </ReasonDialog>
  )
}

/** Asks for a reason and voids a refund. */
export const VoidRefundDialog = ({ refund, onClose }: { refund: Refund; onClose: () => void }) => {
  const { voiding: words, reasons } = useWords(feesEn)
  const voidRefund = useVoidRefund()
  const { refundSubmit: submit, refundFailed: failed, refundDone: done } = words
  return (
    <ReasonDialog
      call={feesApi.voidRefund}
      send={(body) => voidRefund.mutateAsync({ params: { id: refund._id }, body })}
      title={words.refundTitle(refund.voucherNumber)}
      reasons={reasons.voids}
      words={{ ...words, submit, failed, done, other: reasons.other }}
      onClose={onClose}
    >
      <p>{words.refundText}</p>
    </ReasonDialog>
  )
}
