import { useState } from 'react'
import { shownName } from '#contract/shownName.ts'
import { CounterDone } from '#money/counter/web/CounterDone.tsx'
import type { Payment } from '#money/fees/fees.shapes.contract.ts'
import { RenewDialog as RenewOthers, type RenewProps } from '#people/seats/web/renewing/RenewDialog.tsx'
import type { User } from '#people/users/users.contract.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { renewingEn } from '../renewing.en.ts'
import { RenewAndPay } from './RenewAndPay.tsx'

type Done = { user: User; payment: Payment | null }

/** Renews a student and records the payment in one step; other people are renewed without one. */
export const RenewDialog = ({ user, onClose }: RenewProps) =>
  user.role === 'student' ? <RenewStudent user={user} onClose={onClose} /> : <RenewOthers user={user} onClose={onClose} />

const RenewStudent = ({ user, onClose }: RenewProps) => {
  const words = useWords(renewingEn)
  const [payment, setPayment] = useState<Payment>()
  const name = shownName(user)
  const done = ({ user: renewed, payment: taken }: Done) => {
    toast.success(words.renewed(name, renewed.terminationDate ?? ''))
    if (taken) setPayment(taken)
    else onClose()
  }
  if (!payment) return <RenewAndPay user={user} onDone={done} onClose={onClose} />
  return (
    <Dialog title={words.title(name)} isOpen onClose={onClose}>
      <div className="pt-2">
        <CounterDone payment={payment} next={words.close} onNext={onClose} printsAtOnce />
      </div>
    </Dialog>
  )
}
