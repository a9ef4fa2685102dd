import { CircleCheck, Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { shownName } from '#contract/shownName.ts'
import { useStatement } from '#money/receipts/web/receipts.queries.ts'
import { StatementPaper } from '#money/receipts/web/StatementPaper.tsx'
import type { User } from '#people/users/users.contract.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import type { Left } from '../leaving.contract.ts'
import { leavingEn } from '../leaving.en.ts'

type Props = { user: User; left: Left; onClose: () => void }

/** Confirms that the student has left: the voucher or receipt, and the final statement, for printing. */
export const LeaveDone = ({ user, left, onClose }: Props) => {
  const words = useWords(leavingEn)
  const name = shownName(user)
  const statement = useStatement(user._id, { from: '', to: '', asOf: undefined })
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  const { refund, payment, net, lastDay } = left
  return (
    <Dialog title={words.title(name)} isOpen onClose={onClose} size="large">
      <div className="flex flex-col gap-4 pt-2">
        <div role="status" className="flex flex-col gap-1 rounded-lg border-success border-l-4 bg-success-soft px-4 py-3 wrap-anywhere">
          <p dir="auto" className="flex items-start gap-2 font-medium">
            <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
            {words.done(name, lastDay)}
          </p>
          {refund && <p className="tabular-nums">{words.refund(refund.voucherNumber, refund.amount)}</p>}
          {payment && <p className="tabular-nums">{words.payment(payment.receiptNumber, payment.amount)}</p>}
          {!refund && net > 0 && <p>{words.keptCredit(net)}</p>}
          {!payment && net < 0 && <p>{words.keptDues(-net)}</p>}
        </div>
        <Loaded of={statement} skeleton={<TableSkeleton rows={4} columns={4} />} failed={words.statementFailed}>
          {(data) => <StatementPaper statement={data} />}
        </Loaded>
      </div>
      <DialogActions>
        <Button onPress={onClose}>{words.close}</Button>
        {refund && <ButtonLink to={`/vouchers/${refund._id}`}>{words.openVoucher}</ButtonLink>}
        {payment && <ButtonLink to={`/receipts/${payment._id}`}>{words.openReceipt}</ButtonLink>}
        <Button ref={button} variant="primary" icon={<Printer />} isDisabled={!statement.data} onPress={() => window.print()}>
          {words.print}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
