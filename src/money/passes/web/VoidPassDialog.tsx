import { VoidPayment } from '#money/fees/web/VoidPayment.tsx'
import { useWords } from '#web/words.ts'
import type { DayPass } from '../passes.contract.ts'
import { passesEn } from '../passes.en.ts'

/** Voids the receipt of a day pass, which frees its seat. */
export const VoidPassDialog = ({ pass, onClose }: { pass: DayPass; onClose: () => void }) => {
  const words = useWords(passesEn).voiding
  return (
    <VoidPayment paymentId={pass.paymentId} title={words.title(pass.receiptNumber)} words={words} onClose={onClose}>
      <p>{words.text(pass.seatLabel ?? pass.seatNumber)}</p>
    </VoidPayment>
  )
}
