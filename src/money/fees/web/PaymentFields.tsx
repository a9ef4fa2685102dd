import { limits } from '#contract/limits.ts'
import { paymentMethods } from '#contract/terms.ts'
import { BookedDay } from '#money/locks/web/BookedDay.tsx'
import { AmountField } from '#web/ui/AmountField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { typedNumber } from '#web/ui/typedNumber.ts'
import { formatRupees, useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import { ReferenceField } from './ReferenceField.tsx'
import type { PaymentForm } from './usePaymentForm.ts'

type Props = {
  payment: PaymentForm
  /** What is owed, in rupees, where it is told under the amount. */
  balance?: number | undefined
  /** True if the student owes nothing else, so that what is paid above the balance is paid in advance. */
  isWhole?: boolean
}

/** The amount, method and date of a payment. */
export const PaymentFields = ({ payment, balance, isWhole = false }: Props) => {
  const all = useWords(feesEn)
  const words = all.payment
  const { form, needsReason, days, isSkipped, skip, setReference } = payment
  const { isSending: isDisabled } = form
  const ahead = isWhole && balance !== undefined ? typedNumber(String(form.values.amount ?? '')) - balance : 0
  const due = balance === undefined ? undefined : formatRupees(balance)
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] items-start gap-4">
        <AmountField
          label={words.amount}
          hint={due && (ahead > 0 ? words.aheadHint(due, formatRupees(ahead)) : words.amountHint(due))}
          isRequired
          isDisabled={isDisabled}
          {...form.field('amount')}
        />
        <SelectField
          label={words.method}
          options={paymentMethods.map((method) => ({ value: method, label: all.methods[method] }))}
          isDisabled={isDisabled}
          {...form.field('method')}
        />
      </div>
      {form.values.method !== 'cash' && (
        <ReferenceField
          method={form.values.method}
          isSkipped={isSkipped}
          onSkip={skip}
          skipped={words.skipped}
          isDisabled={isDisabled}
          {...form.field('reference')}
          onChange={setReference}
        />
      )}
      {needsReason && (
        <TextField label={words.reason} maxLength={limits.reason} isRequired isDisabled={isDisabled} {...form.field('referenceReason')} />
      )}
      <BookedDay
        label={words.receivedOn}
        days={days}
        day={form.field('receivedOn')}
        reason={form.field('reason')}
        isDisabled={isDisabled}
      />
    </>
  )
}
