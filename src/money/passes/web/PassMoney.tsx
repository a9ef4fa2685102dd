import { limits } from '#contract/limits.ts'
import { paymentMethods } from '#contract/terms.ts'
import { ReferenceField } from '#money/fees/web/ReferenceField.tsx'
import { AmountField } from '#web/ui/AmountField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { typedNumber } from '#web/ui/typedNumber.ts'
import { useWords } from '#web/words.ts'
import { passesEn } from '../passes.en.ts'
import type { PassForm } from './usePassForm.ts'

/** The amount and the method of a day pass. */
export const PassMoney = ({ pass, price }: { pass: PassForm; price: number }) => {
  const words = useWords(passesEn).dialog
  const { form, isLowered, isSkipped, needsReason, skip, setReference } = pass
  const { isSending: isDisabled } = form
  const setAmount = (typed: string) => {
    form.set('amount', typed)
    const amount = typedNumber(typed)
    // The field of the reason goes, and what was typed into it must not be checked.
    if (typeof amount === 'number' && amount >= price) form.set('reason', '')
  }
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] items-start gap-4">
        <AmountField label={words.amount} isRequired isDisabled={isDisabled} {...form.field('amount')} onChange={setAmount} />
        <SelectField
          label={words.method}
          options={paymentMethods.map((method) => ({ value: method, label: words.methods[method] }))}
          isDisabled={isDisabled}
          {...form.field('method')}
        />
      </div>
      {isLowered && (
        <TextField
          label={words.reason(price)}
          hint={words.reasonHint}
          maxLength={limits.reason}
          isRequired
          isDisabled={isDisabled}
          {...form.field('reason')}
        />
      )}
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
        <TextField
          label={words.referenceReason}
          maxLength={limits.reason}
          isRequired
          isDisabled={isDisabled}
          {...form.field('referenceReason')}
        />
      )}
    </>
  )
}
