import type { ReactNode } from 'react'
import { shownName } from '#contract/shownName.ts'
import { useMayRefund } from '#system/customization/web/useRules.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { formatDay, formatRupees, useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import type { Fee, FeeAccount, Payment, Refund } from '../fees.shapes.contract.ts'
import { AdjustmentItem, PaymentItem, RefundItem } from './FeeHistory.tsx'
import { FeeStatus } from './FeeStatus.tsx'
import { useApplyCredit, useFeePayments } from './fees.queries.ts'
import { useFeeName } from './useFeeName.ts'

/** The dialog over the details; closing it returns to them. */
export type FeeStep = 'pay' | 'refund' | 'charge' | { voiding: Payment } | { voidingRefund: Refund }

type Props = { fee: Fee; account: FeeAccount | undefined; onStep: (step: FeeStep) => void; onClose: () => void }

/** The balance, payments and changes of one fee. */
export const FeeDetails = ({ fee, account, onStep, onClose }: Props) => {
  const all = useWords(feesEn)
  const words = all.details
  const nameOf = useFeeName()
  const payments = useFeePayments(fee._id)
  return (
    <Dialog title={words.title((fee.student && shownName(fee.student)) || all.unknownStudent, nameOf(fee))} isOpen onClose={onClose}>
      <div className="flex flex-col gap-6 pt-2">
        <Figures fee={fee} credit={account?.credit ?? 0} />
        <Loaded of={payments} skeleton={<ListSkeleton rows={2} />} failed={words.loadFailed}>
          {({ items, adjustments }) => (
            <>
              <Section title={words.payments} nothing={words.noPayments}>
                {items.map((payment) => (
                  <PaymentItem key={payment._id} payment={payment} feeId={fee._id} onVoid={() => onStep({ voiding: payment })} />
                ))}
              </Section>
              <Section title={words.changes}>
                {adjustments.map((adjustment) => (
                  <AdjustmentItem key={adjustment._id} adjustment={adjustment} />
                ))}
              </Section>
            </>
          )}
        </Loaded>
        <Section title={words.refunds}>
          {(account?.refunds ?? []).map((refund) => (
            <RefundItem key={refund._id} refund={refund} onVoid={() => onStep({ voidingRefund: refund })} />
          ))}
        </Section>
      </div>
      <Actions fee={fee} account={account} onStep={onStep} />
    </Dialog>
  )
}

const Figures = ({ fee, credit }: { fee: Fee; credit: number }) => {
  const words = useWords(feesEn).details
  const figures: (readonly [string, ReactNode])[] = [
    [words.balance, <strong key="balance">{formatRupees(fee.amount - fee.paidAmount)}</strong>],
    [words.amount, formatRupees(fee.amount)],
    [words.paid, formatRupees(fee.paidAmount)],
    [words.dueOn, formatDay(fee.dueOn)],
    ...(credit > 0 ? [[words.credit, formatRupees(credit)] as const] : []),
    ...(fee.notes
      ? [
          [
            words.notes,
            <span key="notes" dir="auto">
              {fee.notes}
            </span>,
          ] as const,
        ]
      : []),
  ]
  return (
    <div className="flex flex-col gap-3">
      <FeeStatus fee={fee} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-4">
        {figures.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="tabular-nums wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

type SectionProps = {
  title: string /** Said where there is nothing; without it the section is left out. */
  nothing?: string
  children: ReactNode[]
}

const Section = ({ title, nothing, children }: SectionProps) => {
  if (children.length === 0 && nothing === undefined) return null
  return (
    <section>
      <h3 className="mb-2 font-semibold">{title}</h3>
      {children.length > 0 ? (
        <ul aria-label={title} className="flex flex-col divide-y divide-line rounded-lg border border-line">
          {children}
        </ul>
      ) : (
        <p className="text-muted">{nothing}</p>
      )}
    </section>
  )
}

const Actions = ({ fee, account, onStep }: Omit<Props, 'onClose'>) => {
  const words = useWords(feesEn).details
  const applyCredit = useApplyCredit()
  const mayRefund = useMayRefund()
  const credit = account?.credit ?? 0
  // Payments and refunds are not possible for deleted students.
  if (!fee.student) return null
  return (
    <DialogActions>
      <Button onPress={() => onStep('charge')}>{words.addFee}</Button>
      {mayRefund && (fee.paidAmount > 0 || credit > 0) && <Button onPress={() => onStep('refund')}>{words.refund}</Button>}
      {!fee.paid && credit > 0 && (
        <Button onPress={() => applyCredit.mutate({ params: { id: fee._id } })} isPending={applyCredit.isPending}>
          {words.applyCredit}
        </Button>
      )}
      {!fee.paid && (
        <Button variant="primary" onPress={() => onStep('pay')}>
          {words.pay}
        </Button>
      )}
    </DialogActions>
  )
}
