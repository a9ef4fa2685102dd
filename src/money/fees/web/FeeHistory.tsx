import type { ReactNode } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { facts } from '#contract/format.ts'
import { readableReason } from '#contract/reason.ts'
import { useRefusal } from '#system/customization/web/useRules.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import type { feesApi } from '../fees.contract.ts'
import { feesEn } from '../fees.en.ts'
import type { Payment, Refund } from '../fees.shapes.contract.ts'

type ItemProps = {
  title: ReactNode
  amount: string
  lines: readonly string[]
  /** How it was voided; the original values are struck through. */
  voided?: string | undefined
  action?: ReactNode
}

const Item = ({ title, amount, lines, voided, action }: ItemProps) => (
  <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-3">
    <div className="min-w-0 flex-1 basis-[12rem]">
      <p className={`flex flex-wrap justify-between gap-x-4 ${voided ? 'text-muted line-through' : ''}`}>
        <span className="font-medium">{title}</span>
        <span className="tabular-nums">{amount}</span>
      </p>
      {lines.map((line) => (
        <p key={line} dir="auto" className="text-muted text-sm wrap-anywhere">
          {line}
        </p>
      ))}
      {voided && (
        <p dir="auto" className="text-error-text text-sm wrap-anywhere">
          {voided}
        </p>
      )}
    </div>
    {action}
  </li>
)

type PaymentProps = { payment: Payment; feeId: string; onVoid: () => void }

/** One payment of a fee: the amount, the method, the date, and the person who entered it. */
export const PaymentItem = ({ payment, feeId, onVoid }: PaymentProps) => {
  const all = useWords(feesEn)
  const words = all.details
  const mayNotVoid = useRefusal('managersVoid')
  const { receiptNumber, amount, method, reference, receivedOn, enteredBy, enteredAt, voided } = payment
  const part = payment.lines.filter((line) => line.feeId === feeId).reduce((sum, line) => sum + line.amount, 0)
  const how = [all.methods[method], ...(reference ? [words.reference(reference)] : []), words.received(receivedOn)]
  return (
    <Item
      title={<TextLink to={`/receipts/${payment._id}`}>{words.receipt(receiptNumber)}</TextLink>}
      amount={formatRupees(part)}
      lines={[
        ...(part < amount ? [words.partOf(formatRupees(part), formatRupees(amount))] : []),
        facts(...how),
        words.entered(enteredBy, enteredAt),
      ]}
      voided={voided ? words.voided(voided.by, voided.at, voided.reason) : undefined}
      action={
        !voided &&
        !mayNotVoid && (
          <Button variant="quiet" className="-mr-3 px-3! text-error-text!" aria-label={words.voidOne(receiptNumber)} onPress={onVoid}>
            {words.void}
          </Button>
        )
      }
    />
  )
}

type Adjustment = Reply<typeof feesApi.payments>['adjustments'][number]

export const AdjustmentItem = ({ adjustment: { kind, amount, reason, at, by } }: { adjustment: Adjustment }) => {
  const all = useWords(feesEn)
  return (
    <Item
      title={all.adjustments[kind]}
      amount={formatRupees(amount)}
      lines={[...(reason ? [readableReason(reason, all.reasonCodes)] : []), all.details.changed(by, at)]}
    />
  )
}

export const RefundItem = ({ refund, onVoid }: { refund: Refund; onVoid: () => void }) => {
  const all = useWords(feesEn)
  const words = all.details
  const mayNotVoid = useRefusal('managersVoid')
  const { voucherNumber, amount, method, reference, reason, paidOn, enteredBy, enteredAt, voided } = refund
  const how = [all.methods[method], ...(reference ? [words.reference(reference)] : []), words.paidOut(paidOn)]
  return (
    <Item
      title={voucherNumber}
      amount={formatRupees(amount)}
      lines={[readableReason(reason, all.reasonCodes), facts(...how), words.entered(enteredBy, enteredAt)]}
      voided={voided ? words.voided(voided.by, voided.at, voided.reason) : undefined}
      action={
        !voided &&
        !mayNotVoid && (
          <Button variant="quiet" className="-mr-3 px-3! text-error-text!" aria-label={words.voidRefundOne(voucherNumber)} onPress={onVoid}>
            {words.void}
          </Button>
        )
      }
    />
  )
}
