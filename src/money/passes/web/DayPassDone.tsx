import { CircleCheck, Printer } from 'lucide-react'
import { useReceiptPrint } from '#money/receipts/web/ReceiptPaper.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { useWords } from '#web/words.ts'
import type { DayPass } from '../passes.contract.ts'
import { passesEn } from '../passes.en.ts'

type Props = { pass: DayPass; onNext: () => void; onClose: () => void }

/** Prints the receipt of a day pass as soon as it is loaded, and names the seat. */
export const DayPassDone = ({ pass, onNext, onClose }: Props) => {
  const words = useWords(passesEn).done
  const { isPrinting, print, paper } = useReceiptPrint(pass.paymentId, { printsAtOnce: true })
  return (
    <>
      <Dialog title={words.title} isOpen onClose={onClose}>
        <div role="status" className="flex flex-col gap-1 pt-2">
          <p className="flex items-center gap-2 font-medium text-success-text">
            <CircleCheck aria-hidden="true" className="size-5" />
            {words.receipt(pass.receiptNumber)}
          </p>
          <p dir="auto" className="font-semibold text-xl wrap-anywhere">
            {pass.name}
          </p>
          <p>{words.seat(pass.seatLabel ?? pass.seatNumber, pass.shiftName, pass)}</p>
        </div>
        <DialogActions>
          <Button onPress={onClose}>{words.close}</Button>
          <Button icon={<Printer />} isPending={isPrinting} pendingText={words.printing} onPress={print}>
            {words.print}
          </Button>
          <Button variant="primary" autoFocus onPress={onNext}>
            {words.next}
          </Button>
        </DialogActions>
      </Dialog>
      {paper}
    </>
  )
}
