import { CircleCheck, Printer } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'
import type { Payment } from '#money/fees/fees.shapes.contract.ts'
import { useReceiptPrint } from '#money/receipts/web/ReceiptPaper.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import { counterEn } from '../counter.en.ts'

type Props = {
  payment: Payment
  /** Label of the button that continues. */
  next?: string
  onNext: () => void
  /** Prints the receipt as soon as it is loaded. */
  printsAtOnce?: boolean
}

/** Confirms the saved payment with its receipt number, and offers the receipt and the next student in the queue. */
export const CounterDone = ({ payment, next, onNext, printsAtOnce = false }: Props) => {
  const words = useWords(counterEn)
  const printButton = useRef<HTMLButtonElement>(null)
  const nextButton = useRef<HTMLButtonElement>(null)
  useEffect(() => printButton.current?.focus(), [])
  const onPrinted = useCallback(() => nextButton.current?.focus(), [])
  const { isPrinting, print, paper } = useReceiptPrint(payment._id, { printsAtOnce, onPrinted })
  return (
    <section
      aria-label={words.done}
      className="flex flex-col items-start gap-4"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onNext()
      }}
    >
      <div role="status" className="flex flex-col gap-1">
        <p className="flex items-center gap-2 font-medium text-success-text">
          <CircleCheck aria-hidden="true" className="size-5" />
          {words.done}
        </p>
        <p className="text-muted text-sm">{words.receiptNumber}</p>
        <p className="font-semibold text-2xl tabular-nums">{payment.receiptNumber}</p>
        <p dir="auto" className="wrap-anywhere">
          {words.from(payment.studentName, formatRupees(payment.amount))}
        </p>
        {payment.credit > 0 && <p className="text-muted">{words.ahead(formatRupees(payment.credit))}</p>}
      </div>
      <div className="flex flex-wrap gap-2 max-md:w-full max-md:[&>*]:grow">
        <Button ref={printButton} variant="primary" icon={<Printer />} isPending={isPrinting} pendingText={words.printing} onPress={print}>
          {words.print}
        </Button>
        <Button ref={nextButton} onPress={onNext}>
          {next ?? words.next}
        </Button>
        <ButtonLink variant="quiet" to={`/receipts/${payment._id}`}>
          {words.open}
        </ButtonLink>
      </div>
      {paper}
    </section>
  )
}
