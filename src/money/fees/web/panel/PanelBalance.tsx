import type { User } from '#people/users/users.contract.ts'
import { today } from '#web/api/timeZone.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { useWords } from '#web/words.ts'
import { feesPanelEn } from '../../fees.panel.en.ts'
import type { Fee, FeeAccount, Payment } from '../../fees.shapes.contract.ts'
import { useFeeAccount } from '../fees.queries.ts'
import { MonthStrip } from '../MonthStrip.tsx'

/** Number of months shown; the statement has all of them. */
const SHOWN = 6

/** What a student owes and for which months, or their credit, and the last receipt. */
export const PanelBalance = ({ user }: { user: User }) => {
  const words = useWords(feesPanelEn)
  return (
    <section aria-label={words.label} className="min-h-33">
      <Loaded of={useFeeAccount(user._id)} skeleton={<BalanceSkeleton />} failed={words.loadFailed}>
        {(account) => <Balance account={account} />}
      </Loaded>
    </section>
  )
}

const BalanceSkeleton = () => (
  <Skeleton>
    <Bar className="mb-2 h-8 w-40" />
    <Bar className="mb-2 h-9 w-56" />
    <Bar className="mb-3 h-4 w-56" />
    <Bar className="h-4 w-48" />
  </Skeleton>
)

const Balance = ({ account: { owed, credit, open, months, payments } }: { account: FeeAccount }) => {
  const words = useWords(feesPanelEn)
  const last = payments.find(({ voided }) => voided === null)
  return (
    <div className="flex flex-col gap-1">
      <p className={owed > 0 ? 'font-display font-semibold text-2xl text-error-text tabular-nums' : 'text-muted'}>
        {owed > 0 ? words.owes(owed) : credit === 0 && words.nothing}
      </p>
      <MonthStrip months={months} />
      {owed > 0 && <Months open={open} />}
      {credit > 0 && <p className="font-medium tabular-nums">{words.credit(credit)}</p>}
      {last && <LastReceipt payment={last} />}
    </div>
  )
}

const Months = ({ open }: { open: readonly Fee[] }) => {
  const words = useWords(feesPanelEn)
  const thisYear = Number(today().slice(0, 4))
  const more = open.length - SHOWN
  return (
    <ul aria-label={words.of} className="flex flex-wrap gap-x-3 gap-y-0.5 tabular-nums">
      {open.slice(0, SHOWN).map(({ _id, kind, year, month, amount, paidAmount }) => (
        <li key={_id} className="whitespace-nowrap">
          <span className="text-muted">{words.fee(kind, year, month, thisYear)}</span> {words.amount(amount - paidAmount)}
        </li>
      ))}
      {more > 0 && <li className="text-muted">{words.more(more)}</li>}
    </ul>
  )
}

const LastReceipt = ({ payment: { _id, receiptNumber, amount, receivedOn } }: { payment: Payment }) => {
  const words = useWords(feesPanelEn)
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <span className="text-muted">{words.lastReceipt}</span>
      <TextLink to={`/receipts/${_id}`} className="inline-flex min-h-8 items-center tabular-nums wrap-anywhere max-md:min-h-11">
        {receiptNumber}
      </TextLink>
      <span className="tabular-nums">{words.receipt(amount, receivedOn)}</span>
    </p>
  )
}
