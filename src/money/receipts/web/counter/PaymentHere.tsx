import { useState } from 'react'
import { feesApi, type Payment } from '#money/fees/fees.contract.ts'
import type { PaymentSlotProps } from '#people/users/web/userSlots.ts'
import { useCall } from '#web/api/queryClient.ts'
import { Button } from '#web/ui/Button.tsx'
import { DialogActions } from '#web/ui/Dialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import { receiptsEn } from '../../receipts.en.ts'
import { CounterDone } from './CounterDone.tsx'
import { CounterPayment } from './CounterPayment.tsx'

/** A payment that is taken within another screen: what is owed, the same form as at the counter, and the receipt. */
export const PaymentHere = ({ userId, onClose, close, proposesMonth = false, takesFocus, onPaid }: PaymentSlotProps) => {
  const words = useWords(receiptsEn).counter
  const account = useCall(feesApi.account, { params: { id: userId } })
  const [payment, setPayment] = useState<Payment>()
  const done = (taken: Payment) => {
    setPayment(taken)
    onPaid?.()
  }
  if (payment) return <CounterDone payment={payment} next={close ?? words.close} onNext={onClose} />
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Loaded of={account} skeleton={<ListSkeleton rows={3} />} failed={words.loadFailed}>
        {(data) => (
          <>
            <p className={data.owed > 0 ? 'font-semibold' : 'text-muted'}>
              {data.owed > 0 ? words.owes(formatRupees(data.owed)) : words.nothingDue(formatRupees(data.monthlyFee))}
            </p>
            <CounterPayment
              id={userId}
              account={data}
              proposed={proposesMonth ? data.monthlyFee : 0}
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
