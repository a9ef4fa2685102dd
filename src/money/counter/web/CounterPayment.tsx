import { type KeyboardEvent, useEffect, useState } from 'react'
import { type PaymentMethod, paymentMethods } from '#contract/terms.ts'
import type { FeeAccount, Payment } from '#money/fees/fees.shapes.contract.ts'
import { usePay } from '#money/fees/web/fees.queries.ts'
import { PaymentFields } from '#money/fees/web/PaymentFields.tsx'
import { usePaymentForm } from '#money/fees/web/usePaymentForm.ts'
import { UpiPayment } from '#money/receipts/web/upi.ts'
import { CallError } from '#web/api/callError.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { typedNumber } from '#web/ui/typedNumber.ts'
import { useToastsAbove } from '#web/ui/useToastsAbove.ts'
import { useWords } from '#web/words.ts'
import { counterEn } from '../counter.en.ts'

/** Amounts have no letters, so a letter in the amount field selects the method. */
const letters = { cash: 'c', upi: 'u', bank: 'b', other: 'o' } satisfies Record<PaymentMethod, string>

type Props = {
  id: string
  account: FeeAccount
  /** Initial amount if nothing is owed, in rupees; 0 for none. */
  proposed?: number
  takesFocus?: boolean | undefined
  /** True on a page of its own: on a phone, the button stays in view above the bottom bar. */
  staysInView?: boolean
  onDone: (payment: Payment) => void
}

const focusField = (form: HTMLFormElement | null, name: string): void => {
  const field = form?.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement)) return
  field.focus()
  field.select()
}

/** The payment form of one student. The owed amount is filled in and selected; Enter submits it. */
export const CounterPayment = ({ id, account: { owed, student }, proposed = 0, takesFocus = true, staysInView = false, onDone }: Props) => {
  const words = useWords(counterEn)
  const pay = usePay()
  /** True after a request without a response: the payment may have been saved. */
  const [isUnsure, setUnsure] = useState(false)
  const payment = usePaymentForm({
    amount: owed || proposed || undefined,
    send: async (body) => {
      setUnsure(false)
      try {
        return await pay.mutateAsync({ body: { ...body, studentId: id } })
      } catch (thrown) {
        setUnsure(thrown instanceof CallError && !thrown.isFromServer)
        throw thrown
      }
    },
    onDone,
  })
  const { form } = payment
  const { ref } = form.props
  useEffect(() => {
    if (takesFocus) focusField(ref.current, 'amount')
  }, [ref, takesFocus])
  const toastsAbove = useToastsAbove()
  const isUnderThumb = useIsNarrow() && staysInView
  const method = form.values.method
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    // The key press that opened this form may be repeating, and must not submit a payment.
    if (event.key === 'Enter' && event.repeat) event.preventDefault()
    const isAmount = event.target instanceof HTMLInputElement && event.target.name === 'amount'
    const chosen = paymentMethods.find((method) => letters[method] === event.key.toLowerCase())
    if (!isAmount || !chosen || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    form.set('method', chosen)
    if (chosen !== 'cash') requestAnimationFrame(() => focusField(ref.current, 'reference'))
  }
  const amount = typedNumber(String(form.values.amount ?? ''))
  return (
    <form {...form.props} onKeyDown={onKeyDown} className="flex min-w-0 flex-col gap-4">
      <FormError text={form.error} />
      {isUnsure && !form.isSending && <Notice tone="warning">{words.unsure}</Notice>}
      <PaymentFields payment={payment} balance={owed > 0 ? owed : undefined} isWhole />
      <p className="text-muted text-sm max-md:hidden">{words.keys(letters)}</p>
      <div
        ref={isUnderThumb ? toastsAbove : null}
        className={`flex ${staysInView ? 'max-md:sticky max-md:bottom-(--bar,0px) max-md:z-10 max-md:-mx-4 max-md:border-line max-md:border-t max-md:bg-background max-md:px-4 max-md:py-2' : ''}`}
      >
        <Button type="submit" variant="primary" isPending={form.isSending} pendingText={words.taking} className="max-md:grow">
          {words.take}
        </Button>
      </div>
      {method === 'upi' && student && typeof amount === 'number' && amount > 0 && (
        <Embed screen={UpiPayment} student={student} amount={amount} />
      )}
    </form>
  )
}
