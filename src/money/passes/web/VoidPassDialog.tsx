import { feesApi } from '#money/fees/fees.contract.ts'
import { isMoneyReturned, visitorVoucherNumber } from '#money/fees/fees.visitors.policy.ts'
import { useVoidPayment } from '#money/fees/web/fees.queries.ts'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import type { DayPass } from '../passes.contract.ts'
import { passesEn } from '../passes.en.ts'

/** Asks for a reason, and voids the receipt of a day pass, which frees its seat. The visitor gets a voucher for the money. */
export const VoidPassDialog = ({ pass, onClose }: { pass: DayPass; onClose: () => void }) => {
  const words = useWords(passesEn).voiding
  const voidPass = useVoidPayment()
  const { paymentId, receiptNumber, amount, method, seatLabel, seatNumber } = pass
  const done = (voidReason: string) => words.done(visitorVoucherNumber({ receiptNumber, voidReason }))
  return (
    <ReasonDialog
      call={feesApi.voidPayment}
      send={(body) => voidPass.mutateAsync({ params: { id: paymentId }, body })}
      title={words.title(receiptNumber)}
      reasons={words.reasons}
      words={{ ...words, done }}
      onClose={onClose}
    >
      {(reason) => (
        <>
          <p>{isMoneyReturned(reason) ? words.giveBack(formatRupees(amount), words.methods[method]) : words.noMoney}</p>
          <p>{words.text(seatLabel ?? seatNumber)}</p>
        </>
      )}
    </ReasonDialog>
  )
}
