import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { isTransfer, paymentMethods } from '#contract/terms.ts'
import { useExceededCash } from '#money/cashbox/web/useExceededCash.ts'
import { BookedDay } from '#money/locks/web/BookedDay.tsx'
import { type BookableDays, useBookableDays } from '#money/locks/web/useBookableDays.ts'
import { CallError } from '#web/api/callError.ts'
import { newClientId } from '#web/api/clientId.ts'
import { today } from '#web/api/timeZone.ts'
import { AmountField } from '#web/ui/AmountField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ReasonField } from '#web/ui/ReasonField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { formatRupees, useWords } from '#web/words.ts'
import { feesApi } from '../fees.contract.ts'
import { feesEn } from '../fees.en.ts'
import { feeErrors } from '../fees.errors.contract.ts'
import type { Fee } from '../fees.shapes.contract.ts'
import { useRefund } from './fees.queries.ts'
import { ReferenceField } from './ReferenceField.tsx'

type Props = { fee: Fee /** Rupees that the student has paid ahead. */; credit: number; onClose: () => void }

const useRefundForm = ({ fee, credit, onClose }: Props, days: BookableDays) => {
  const words = useWords(feesEn).refunding
  const refund = useRefund()
  const [clientId] = useState(newClientId)
  const [needsReason, setNeedsReason] = useState(false)
  const hasPaid = fee.paidAmount > 0
  const form = useForm(feesApi.refund, {
    initial: {
      studentId: fee.student?._id ?? '',
      feeId: hasPaid ? fee._id : '',
      amount: String(hasPaid ? fee.paidAmount : credit),
      method: 'cash',
      reference: '',
      referenceReason: '',
      referenceSkipped: false,
      reason: '',
      paidOn: today(),
      dateReason: '',
      clientId,
    },
    numbers: ['amount'],
    check: ({ paidOn, dateReason }) => ({ dateReason: days.missing(String(paidOn), String(dateReason)) }),
    send: async ({ body: { reference, referenceReason, referenceSkipped, dateReason, ...body } }) => {
      const entered = { reference, ...(needsReason && { referenceReason }) }
      const transfer = body.method === 'cash' ? {} : referenceSkipped && isTransfer(body.method) ? { referenceSkipped } : entered
      const late = days.needsReason(String(body.paidOn)) && { dateReason }
      try {
        return await refund.mutateAsync({ body: { ...body, ...transfer, ...late } })
      } catch (thrown) {
        if (thrown instanceof CallError && thrown.code === feeErrors.referenceUsed.code) setNeedsReason(true)
        throw thrown
      }
    },
    failure: words.failed,
    onDone: ({ voucherNumber }) => {
      toast.success(words.done(voucherNumber))
      onClose()
    },
  })
  const isTransferred = form.values.method !== 'cash'
  const setReference = (reference: string) => {
    form.set('reference', reference)
    form.set('referenceReason', '')
    setNeedsReason(false)
  }
  return { form, isTransferred, setReference, /** Another refund has this reference. */ needsReason: needsReason && isTransferred }
}

/** Refunds money that was paid for this fee, or credit of the student. */
export const RefundDialog = (props: Props) => {
  const { fee, credit, onClose } = props
  const all = useWords(feesEn)
  const words = all.refunding
  const days = useBookableDays()
  const { form, isTransferred, setReference, needsReason } = useRefundForm(props, days)
  const { isSending: isDisabled } = form
  const inBox = useExceededCash(form.values.amount, !isTransferred)
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
      {inBox !== undefined && <Notice tone="warning">{words.tooMuch(formatRupees(inBox))}</Notice>}
      {isTransferred && (
        <ReferenceField
          method={form.values.method}
          isSkipped={form.values.referenceSkipped === true && isTransfer(form.values.method)}
          onSkip={(isSkipped) => {
            setReference('')
            form.set('referenceSkipped', isSkipped)
          }}
          skipped={words.skipped}
          isDisabled={isDisabled}
          {...form.field('reference')}
          onChange={setReference}
        />
      )}
      {needsReason && (
        <TextField
          label={all.payment.reason}
          maxLength={limits.reason}
          isRequired
          isDisabled={isDisabled}
          {...form.field('referenceReason')}
        />
      )}
      <ReasonField
        reasons={all.reasons.refunds}
        other={all.reasons.other}
        label={words.reason}
        maxLength={limits.reason}
        isRequired
        isDisabled={isDisabled}
        {...form.field('reason')}
      />
      <BookedDay label={words.paidOn} days={days} day={form.field('paidOn')} reason={form.field('dateReason')} isDisabled={isDisabled} />
    </FormDialog>
  )
}
