import { type KeyboardEvent, useEffect, useState } from 'react'
import type { FeeAccount, Payment, PaymentMethod } from '#money/fees/fees.contract.ts'
import { usePay } from '#money/fees/web/fees.queries.ts'
import { PaymentFields } from '#money/fees/web/PaymentFields.tsx'
import { usePaymentForm } from '#money/fees/web/usePaymentForm.ts'
import { CallError } from '#web/api/callError.ts'
import { Slot } from '#web/shell/Slot.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { typedNumber } from '#web/ui/typedNumber.ts'
import { useWords } from '#web/words.ts'
import { receiptsEn } from '../../receipts.en.ts'
import { UpiPayment } from '../upi.ts'

/** No amount has a letter in it, so there a letter chooses the method. */
const letters: Record<string, PaymentMethod> = { c: 'cash', u: 'upi', b: 'bank', o: 'other' }

type Props = {
  id: string
  account: FeeAccount
  /** What the amount begins with where nothing is owed, in rupees; 0 for none. */
  proposed?: number
  takesFocus?: boolean | undefined
  onDone: (payment: Payment) => void
}

const focusField = (form: HTMLFormElement | null, name: string): void => {
  const field = form?.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement)) return
  field.focus()
  field.select()
}

/** The payment of one student: the amount that is owed is there and selected, and Enter takes it. */
export const CounterPayment = ({ id, account: { owed, student }, proposed = 0, takesFocus = true, onDone }: Props) => {
  const words = useWords(receiptsEn).counter
  const pay = usePay()
  /** Nobody knows whether it arrived. */
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
  const method = form.values.method
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    // The key that opened this form may still be down, and must not take a payment.
    if (event.key === 'Enter' && event.repeat) event.preventDefault()
    const isAmount = event.target instanceof HTMLInputElement && event.target.name === 'amount'
    const chosen = letters[event.key.toLowerCase()]
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
      <PaymentFields payment={payment} balance={owed > 0 ? owed : undefined} />
      <p className="text-muted text-sm max-md:hidden">{words.keys}</p>
      <Button
        type="submit"
        variant="primary"
        isPending={form.isSending}
        pendingText={words.taking}
        className="self-start max-md:self-stretch"
      >
        {words.take}
      </Button>
      {method === 'upi' && student && typeof amount === 'number' && amount > 0 && (
        <Slot screen={UpiPayment} student={student} amount={amount} />
      )}
    </form>
  )
}
