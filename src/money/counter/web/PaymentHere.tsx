import { useState } from 'react'
import { feesApi } from '#money/fees/fees.contract.ts'
import type { FeeAccount, Payment } from '#money/fees/fees.shapes.contract.ts'
import { PaymentSkeleton } from '#people/users/web/PaymentSkeleton.tsx'
import type { PaymentSlotProps } from '#people/users/web/userSlots.ts'
import { useCall } from '#web/api/queryClient.ts'
import { Button } from '#web/ui/Button.tsx'
import { DialogActions } from '#web/ui/Dialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import { counterEn } from '../counter.en.ts'
import { CounterDone } from './CounterDone.tsx'
import { CounterPayment } from './CounterPayment.tsx'

const sumOf = (months: FeeAccount['uncharged']): number => months.reduce((sum, { amount }) => sum + amount, 0)

/** Names the months that a payment charges first, such as the month of joining; otherwise it is paid in advance. */
const whatIsPaid = (words: Pick<typeof counterEn, 'months' | 'nothingDue'>, { uncharged, monthlyFee }: FeeAccount): string =>
  uncharged.length > 0 ? words.months(uncharged) : words.nothingDue(formatRupees(monthlyFee))

/** The payment form inside another screen: the owed amount, the same form as at the counter, and the receipt. */
export const PaymentHere = ({ userId, onClose, close, proposesMonth = false, takesFocus, onPaid }: PaymentSlotProps) => {
  const words = useWords(counterEn)
  const account = useCall(feesApi.account, { params: { id: userId } })
  const [payment, setPayment] = useState<Payment>()
  const done = (taken: Payment) => {
    setPayment(taken)
    onPaid?.()
  }
  if (payment) return <CounterDone payment={payment} next={close ?? words.close} onNext={onClose} />
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Loaded of={account} skeleton={<PaymentSkeleton />} failed={words.loadFailed}>
        {(data) => (
          <>
            <p className={data.owed > 0 ? 'font-semibold' : 'text-muted'}>
              {data.owed > 0 ? words.owes(formatRupees(data.owed)) : whatIsPaid(words, data)}
            </p>
            <CounterPayment
              id={userId}
              account={data}
              proposed={proposesMonth ? sumOf(data.uncharged) || data.monthlyFee : 0}
              takesFocus={takesFocus}
              onDone={done}
            />
          </>
        )}
      </Loaded>
      <DialogActions>
        <Button onPress={onClose}>{close ?? words.close}</Button>
      </DialogActions>
    </div>
  )
}
