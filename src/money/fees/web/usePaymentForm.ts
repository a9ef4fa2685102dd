import { useState } from 'react'
import { useBookableDays } from '#money/locks/web/useBookableDays.ts'
import { CallError } from '#web/api/callError.ts'
import { newClientId } from '#web/api/clientId.ts'
import { today } from '#web/api/timeZone.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { feeErrors, feesApi, type Payment } from '../fees.contract.ts'
import { feesEn } from '../fees.en.ts'
import { isTransfer } from './ReferenceField.tsx'

type Sent = Parameters<Parameters<typeof useForm<typeof feesApi.payFee>>[1]['send']>[0]['body']

type Options = {
  /** What is proposed, in rupees; nothing where it is left out. */
  amount?: number | undefined
  /** Makes the call: `usePayFee` for one fee, `usePay` for a student. */
  send: (body: Sent) => Promise<Payment>
  onDone: (payment: Payment) => void
}

/**
 * A payment that is taken. Its id is made once, so that a payment which is sent again after a broken connection is entered
 * once: mount the form afresh (`key`) for the next payment.
 */
export const usePaymentForm = ({ amount, send, onDone }: Options) => {
  const words = useWords(feesEn).payment
  const [clientId] = useState(newClientId)
  const [needsReason, setNeedsReason] = useState(false)
  const days = useBookableDays()
  const form = useForm(feesApi.payFee, {
    initial: {
      amount: amount === undefined ? '' : String(amount),
      method: 'cash',
      reference: '',
      referenceReason: '',
      referenceSkipped: false,
      receivedOn: today(),
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
    /** The reference was used before: it takes a reason to use it again. */
    needsReason: needsReason && form.values.method !== 'cash',
    /** The clerk has no reference of this transfer. */
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
