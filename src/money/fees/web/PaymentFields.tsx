import { limits } from '#contract/limits.ts'
import { today } from '#web/api/timeZone.ts'
import { AmountField } from '#web/ui/AmountField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import { paymentMethods } from '../fees.contract.ts'
import { feesEn } from '../fees.en.ts'
import { isTransfer, type PaymentForm } from './usePaymentForm.ts'

type Props = { payment: PaymentForm /** What is owed, in rupees, where it is told under the amount. */; balance?: number | undefined }

/** How much came in, how, and when. */
export const PaymentFields = ({ payment, balance }: Props) => {
  const all = useWords(feesEn)
  const words = all.payment
  const { form, needsReason } = payment
  const { isSending: isDisabled } = form
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <AmountField
          label={words.amount}
          hint={balance === undefined ? undefined : words.amountHint(formatRupees(balance))}
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
      {form.values.method !== 'cash' && <Reference payment={payment} />}
      {needsReason && (
        <TextField
          label={words.reason}
          maxLength={limits.feeReason}
          isRequired
          isDisabled={isDisabled}
          {...form.field('referenceReason')}
        />
      )}
      <DateField label={words.receivedOn} max={today()} isDisabled={isDisabled} {...form.field('receivedOn')} />
    </>
  )
}

/** The number of a transfer, or that there is none. */
const Reference = ({ payment: { form, setReference, isSkipped, skip } }: Pick<Props, 'payment'>) => {
  const words = useWords(feesEn).payment
  const { isSending: isDisabled } = form
  const canSkip = isTransfer(form.values.method)
  if (isSkipped)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p role="status" className="min-w-0 flex-1 basis-60 text-muted text-sm">
          {words.skipped}
        </p>
        <Button onPress={() => skip(false)} isDisabled={isDisabled}>
          {words.unskip}
        </Button>
      </div>
    )
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        label={words.reference}
        hint={words.referenceHint}
        maxLength={limits.paymentReference}
        autoComplete="off"
        isRequired={canSkip}
        isDisabled={isDisabled}
        className="flex-1 basis-60"
        {...form.field('reference')}
        onChange={setReference}
      />
      {canSkip && (
        <Button variant="quiet" onPress={() => skip(true)} isDisabled={isDisabled}>
          {words.skip}
        </Button>
      )}
    </div>
  )
}
