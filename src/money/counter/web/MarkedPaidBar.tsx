import { CircleCheck, Printer, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { dialable, messageLink } from '#contract/phone.ts'
import type { Payment } from '#money/fees/fees.shapes.contract.ts'
import type { MarkedPaidProps } from '#money/fees/web/FeesPage.tsx'
import { usersApi } from '#people/users/users.contract.ts'
import { useCustomization } from '#system/customization/web/customization.queries.ts'
import { useRefusal } from '#system/customization/web/useRules.ts'
import { useCall } from '#web/api/queryClient.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { lazyScreen } from '#web/shell/screen.ts'
import { Button } from '#web/ui/Button.tsx'
import { buttonStyle } from '#web/ui/buttonStyle.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useToastsAbove } from '#web/ui/useToastsAbove.ts'
import { formatRupees, useWords } from '#web/words.ts'
import { counterEn } from '../counter.en.ts'
import type { CorrectPaymentProps } from './CorrectPaymentDialog.tsx'
import { ReceiptPrint } from './ReceiptPrint.tsx'
import { useMarkedPayment } from './useMarkedPayment.ts'

export const CorrectPaymentScreen = lazyScreen<CorrectPaymentProps>(
  async () => (await import('./CorrectPaymentDialog.tsx')).CorrectPaymentDialog,
)

/** The payment just entered with Mark Paid, at the bottom of the page: its receipt, another method or amount, and Undo. */
export const MarkedPaidBar = ({ payment: first, onClose }: MarkedPaidProps) => {
  const words = useWords(counterEn).marked
  const refusal = useRefusal('managersVoid')
  const toastsAbove = useToastsAbove()
  const marked = useMarkedPayment(first, onClose)
  const { payment } = marked
  return (
    <section
      ref={toastsAbove}
      aria-label={words.label}
      className="sticky bottom-(--bar,0px) z-10 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-t-lg border border-line-strong bg-surface px-4 py-3 shadow-lg max-md:-mx-4 max-md:rounded-none max-md:border-x-0"
    >
      <div role="status" className="flex min-w-0 flex-1 basis-48 items-start gap-2">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success-text" />
        <p className="min-w-0">
          <span dir="auto" className="line-clamp-1 font-medium wrap-anywhere">
            {payment.studentName}
          </span>
          <span className="block tabular-nums">{words.of(formatRupees(payment.amount), words.methods[payment.method])}</span>
          <span className="block text-muted text-sm tabular-nums">{words.receipt(payment.receiptNumber)}</span>
        </p>
        <IconButton label={words.close} onPress={onClose} className="ml-auto md:hidden">
          <X />
        </IconButton>
      </div>
      {refusal ? <p className="max-w-sm text-muted text-sm">{refusal}</p> : <Changes marked={marked} />}
      <div className="flex flex-wrap items-center gap-2 max-md:w-full max-md:[&>*]:grow">
        <Papers payment={payment} />
        <IconButton label={words.close} onPress={onClose} className="max-md:hidden">
          <X />
        </IconButton>
      </div>
      {marked.choosing && (
        <Embed
          screen={CorrectPaymentScreen}
          payment={payment}
          method={marked.choosing}
          onDone={marked.become}
          onClose={() => marked.setChoosing(undefined)}
        />
      )}
    </section>
  )
}

const shownMethods = ['cash', 'upi', 'bank'] as const

/** Another method or amount and, for a short time, Undo. */
const Changes = ({ marked }: { marked: ReturnType<typeof useMarkedPayment> }) => {
  const words = useWords(counterEn).marked
  const { payment, choose, setChoosing, undo, undoTime, isUndoing, isBusy } = marked
  return (
    <div className="flex flex-wrap items-center gap-2">
      <fieldset aria-label={words.method} className="flex gap-1">
        {shownMethods.map((method) => (
          <Button
            key={method}
            variant={method === payment.method ? 'secondary' : 'quiet'}
            aria-pressed={method === payment.method}
            className="px-3!"
            isDisabled={isBusy}
            onHoverStart={() => void CorrectPaymentScreen.load()}
            onPress={() => choose(method)}
          >
            {words.methods[method]}
          </Button>
        ))}
      </fieldset>
      <Button variant="quiet" className="px-3!" isDisabled={isBusy} onPress={() => setChoosing(payment.method)}>
        {words.amount}
      </Button>
      {undoTime.isOpen && (
        <span {...undoTime.hold}>
          <Button icon={<Undo2 />} isDisabled={isBusy && !isUndoing} isPending={isUndoing} pendingText={words.undoing} onPress={undo}>
            {words.undo}
          </Button>
        </span>
      )}
    </div>
  )
}

/** The receipt, printed or as a message. */
const Papers = ({ payment: { _id, studentId, studentName, amount, receiptNumber } }: { payment: Payment }) => {
  const words = useWords(counterEn).marked
  const [isPrinting, setPrinting] = useState(false)
  const phone = useCall(usersApi.profile, { params: { id: studentId } }).data?.phone ?? null
  const hall = useCustomization().data?.systemName ?? ''
  const number = dialable(phone)
  const text = words.message(studentName, formatRupees(amount), receiptNumber, hall)
  const failed = () => {
    setPrinting(false)
    toast.error(words.printFailed)
  }
  return (
    <>
      {number && (
        <a href={messageLink('whatsapp', number, text)} target="_blank" rel="noopener noreferrer" className={buttonStyle('secondary')}>
          {words.whatsapp}
        </a>
      )}
      <Button variant="primary" icon={<Printer />} isPending={isPrinting} pendingText={words.printing} onPress={() => setPrinting(true)}>
        {words.print}
      </Button>
      {isPrinting && <ReceiptPrint paymentId={_id} onPrinted={() => setPrinting(false)} onFailed={failed} />}
    </>
  )
}
