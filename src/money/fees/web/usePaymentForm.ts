import { useState } from 'react'
import { isTransfer, type PaymentMethod } from '#contract/terms.ts'
import { useBookableDays } from '#money/locks/web/useBookableDays.ts'
import { CallError } from '#web/api/callError.ts'
import { newClientId } from '#web/api/clientId.ts'
import { today } from '#web/api/timeZone.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { feesApi } from '../fees.contract.ts'
import { feesEn } from '../fees.en.ts'
import { feeErrors } from '../fees.errors.contract.ts'
import type { Payment } from '../fees.shapes.contract.ts'

type Sent = Parameters<Parameters<typeof useForm<typeof feesApi.payFee>>[1]['send']>[0]['body']

type Options = {
  /** The proposed amount, in rupees; empty by default. */
  amount?: number | undefined
  /** Sends the payment: `usePayFee` for one fee, `usePay` for a student. */
  send: (body: Sent) => Promise<Payment>
  /** Initial values. Defaults to cash and today. */
  start?: { method?: PaymentMethod; receivedOn?: string }
  onDone: (payment: Payment) => void
}

/**
 * The payment form. Its `clientId` is created once, so that a payment sent again after a broken connection is recorded once:
 * remount the form with a new `key` for the next payment.
 */
export const usePaymentForm = ({ amount, send, start = {}, onDone }: Options) => {
  const words = useWords(feesEn).payment
  const [clientId] = useState(newClientId)
  const [needsReason, setNeedsReason] = useState(false)
  const days = useBookableDays()
  const form = useForm(feesApi.payFee, {
    initial: {
      amount: amount === undefined ? '' : String(amount),
      method: start.method ?? 'cash',
      reference: '',
      referenceReason: '',
      referenceSkipped: false,
      receivedOn: start.receivedOn ?? today(),
      reason: '',
      clientId,
    },
    numbers: ['amount'],
    failure: words.failed,
    check: ({ receivedOn, reason }) => ({ reason: days.missing(String(receivedOn), String(reason)) }),
    send: async ({ body: { reference, referenceReason, referenceSkipped, reason, ...body } }) => {
      const entered = { reference, ...(needsReason && { referenceReason }) }
      const transfer = body.method === 'cash' ? {} : referenceSkipped && isTransfer(body.method) ? { referenceSkipped } : entered
      try {
        const late = days.needsReason(String(body.receivedOn)) && { reason }
        return await send({ ...body, ...transfer, ...late })
      } catch (thrown) {
        if (thrown instanceof CallError && thrown.code === feeErrors.referenceUsed.code) setNeedsReason(true)
        days.notice(thrown)
        throw thrown
      }
    },
    onDone,
  })
  return {
    form,
    /** The days that can be entered. */
    days,
    /** True if the reference was used before, so that reusing it needs a reason. */
    needsReason: needsReason && form.values.method !== 'cash',
    /** True if the clerk has no reference for this transfer. */
    isSkipped: form.values.referenceSkipped === true && isTransfer(form.values.method),
    skip: (isSkipped: boolean) => {
      form.set('reference', '')
      form.set('referenceSkipped', isSkipped)
      setNeedsReason(false)
    },
    setReference: (reference: string) => {
      form.set('reference', reference)
      form.set('referenceReason', '')
      setNeedsReason(false)
    },
  }
}
export type PaymentForm = ReturnType<typeof usePaymentForm>
