import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { newClientId } from '#web/api/clientId.ts'
import { today } from '#web/api/timeZone.ts'
import { AmountField } from '#web/ui/AmountField.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { ReasonField } from '#web/ui/ReasonField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { formatRupees, useWords } from '#web/words.ts'
import { type Fee, feesApi, paymentMethods } from '../fees.contract.ts'
import { feesEn } from '../fees.en.ts'
import { useRefund } from './fees.queries.ts'

type Props = { fee: Fee /** Rupees that the student has paid ahead. */; credit: number; onClose: () => void }

const useRefundForm = ({ fee, credit, onClose }: Props) => {
  const words = useWords(feesEn).refunding
  const refund = useRefund()
  const [clientId] = useState(newClientId)
  const hasPaid = fee.paidAmount > 0
  return useForm(feesApi.refund, {
    initial: {
      studentId: fee.student?._id ?? '',
      feeId: hasPaid ? fee._id : '',
      amount: String(hasPaid ? fee.paidAmount : credit),
      method: 'cash',
      reference: '',
      reason: '',
      paidOn: today(),
      clientId,
    },
    numbers: ['amount'],
    send: ({ body: { reference, ...body } }) => refund.mutateAsync({ body: { ...body, ...(body.method !== 'cash' && { reference }) } }),
    failure: words.failed,
    onDone: ({ voucherNumber }) => {
      toast.success(words.done(voucherNumber))
      onClose()
    },
  })
}

/** Gives money back: what was paid of this fee, or what the student has paid ahead. */
export const RefundDialog = (props: Props) => {
  const { fee, credit, onClose } = props
  const all = useWords(feesEn)
  const words = all.refunding
  const form = useRefundForm(props)
  const { isSending: isDisabled } = form
  const sources = [
    ...(fee.paidAmount > 0 ? [{ value: fee._id, label: words.ofFee(formatRupees(fee.paidAmount)) }] : []),
    ...(credit > 0 ? [{ value: '', label: words.ofCredit(formatRupees(credit)) }] : []),
  ]
  const chooseSource = (feeId: string) => {
    form.set('feeId', feeId)
    form.set('amount', String(feeId ? fee.paidAmount : credit))
  }
  return (
    <FormDialog title={words.title} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
      <SelectField label={words.from} options={sources} isDisabled={isDisabled} {...form.field('feeId')} onChange={chooseSource} />
      <div className="grid gap-4 md:grid-cols-2">
        <AmountField label={words.amount} isRequired isDisabled={isDisabled} {...form.field('amount')} />
        <SelectField
          label={words.method}
          options={paymentMethods.map((value) => ({ value, label: all.methods[value] }))}
          isDisabled={isDisabled}
          {...form.field('method')}
        />
      </div>
      {form.values.method !== 'cash' && (
        <TextField
          label={words.reference}
          maxLength={limits.paymentReference}
          autoComplete="off"
          isDisabled={isDisabled}
          {...form.field('reference')}
        />
      )}
      <ReasonField
        reasons={all.reasons.refunds}
        other={all.reasons.other}
        label={words.reason}
        maxLength={limits.feeReason}
        isRequired
        isDisabled={isDisabled}
        {...form.field('reason')}
      />
      <DateField label={words.paidOn} max={today()} isDisabled={isDisabled} {...form.field('paidOn')} />
    </FormDialog>
  )
}
