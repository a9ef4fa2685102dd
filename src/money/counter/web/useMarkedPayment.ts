import { useEffect, useState } from 'react'
import type { PaymentMethod } from '#contract/terms.ts'
import type { Payment } from '#money/fees/fees.shapes.contract.ts'
import { useCorrectPayment, useVoidPayment } from '#money/fees/web/fees.queries.ts'
import { newClientId } from '#web/api/clientId.ts'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { counterEn } from '../counter.en.ts'

/** How long Undo is offered. Afterwards, the fee can be marked as unpaid in its row. */
const UNDO_MS = 10_000

/** Returns true until the time for Undo is over. The time does not end while the button has the focus. */
const useUndoTime = (paymentId: string) => {
  const [over, setOver] = useState<string>()
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(paymentId), UNDO_MS)
    return () => clearTimeout(timer)
  }, [paymentId])
  return { isOpen: over !== paymentId || isHeld, hold: { onFocus: () => setHeld(true), onBlur: () => setHeld(false) } }
}

/** A payment that was just entered, with the actions that change it. */
export const useMarkedPayment = (first: Payment, onClose: () => void) => {
  const words = useWords(counterEn).marked
  const [payment, setPayment] = useState(first)
  const [choosing, setChoosing] = useState<PaymentMethod>()
  const undoTime = useUndoTime(payment._id)
  const voiding = useVoidPayment()
  const correcting = useCorrectPayment()
  const become = (next: Payment) => {
    toast.success(words.changed(next.receiptNumber))
    setPayment(next)
    setChoosing(undefined)
  }
  const undo = () =>
    voiding.mutate(
      { params: { id: payment._id }, body: { reason: words.undoReason } },
      {
        onSuccess: () => {
          toast.success(words.undone(payment.receiptNumber))
          onClose()
        },
        onError: (thrown) => toast.error(errorText(thrown, words.undoFailed)),
      },
    )
  /** Cash needs no further input; a transfer needs a reference. */
  const choose = (method: PaymentMethod) => {
    if (method === payment.method) return
    if (method !== 'cash') return setChoosing(method)
    const body = { method, amount: payment.amount, receivedOn: payment.receivedOn, clientId: newClientId() }
    correcting.mutate(
      { params: { id: payment._id }, body },
      { onSuccess: become, onError: (thrown) => toast.error(errorText(thrown, words.changeFailed)) },
    )
  }
  return {
    payment,
    undoTime,
    undo,
    isUndoing: voiding.isPending,
    isBusy: voiding.isPending || correcting.isPending,
    choose,
    /** The initial method of the open dialog for another method or amount. */
    choosing,
    setChoosing,
    become,
  }
}
