import type { User } from '#people/users/users.contract.ts'
import { TextLink } from '#web/ui/TextLink.tsx'
import { formatDay, formatRupees, useWords } from '#web/words.ts'
import { feesPanelEn } from '../../fees.panel.en.ts'
import type { FeeAccount } from '../../fees.shapes.contract.ts'
import { useFeeAccount } from '../fees.queries.ts'

/** Number of events shown; the statement has all of them. */
const SHOWN = 6

type Event = { key: string; day: string; text: string; receipt?: { id: string; number: string } }

/** Returns payments, refunds, unpaid fees and the day of joining, newest first. */
const useEvents = ({ payments, refunds, open }: FeeAccount, { dateJoinedLibrary: joined }: User): Event[] => {
  const { timeline, fee } = useWords(feesPanelEn)
  const events: Event[] = [
    ...payments.map(({ _id, receivedOn, amount, receiptNumber, voided }) => ({
      key: _id,
      day: receivedOn,
      text: (voided ? timeline.voided : timeline.paid)(formatRupees(amount)),
      receipt: { id: _id, number: receiptNumber },
    })),
    ...refunds
      .filter(({ voided }) => voided === null)
      .map(({ _id, paidOn, amount }) => ({ key: _id, day: paidOn, text: timeline.refunded(formatRupees(amount)) })),
    ...open.map(({ _id, dueOn, kind, year, month, amount, paidAmount }) => ({
      key: _id,
      day: dueOn,
      text: timeline.due(formatRupees(amount - paidAmount), fee(kind, year, month, Number(dueOn.slice(0, 4)))),
    })),
    ...(joined ? [{ key: 'joined', day: joined, text: timeline.joined }] : []),
  ]
  return events.toSorted((one, other) => (one.day < other.day ? 1 : one.day > other.day ? -1 : 0)).slice(0, SHOWN)
}

/** The last events of a student. The balance above it loads the same account, and reports if that fails. */
export const PanelTimeline = ({ user }: { user: User }) => {
  const account = useFeeAccount(user._id).data
  return account ? <Timeline account={account} user={user} /> : null
}

const Timeline = ({ account, user }: { account: FeeAccount; user: User }) => {
  const words = useWords(feesPanelEn).timeline
  const events = useEvents(account, user)
  if (events.length === 0) return null
  return (
    <section aria-label={words.label} className="border-line border-t pt-4">
      <ol className="flex flex-col text-sm">
        {events.map(({ key, day, text, receipt }) => (
          <li
            key={key}
            className="relative flex min-h-8 flex-wrap items-center gap-x-2 border-line border-l pl-4 before:absolute before:top-3 before:-left-1 before:size-2 before:rounded-full before:bg-primary-fill max-md:min-h-11 max-md:before:top-4.5"
          >
            <span className="text-muted tabular-nums">{formatDay(day)}</span>
            <span className="tabular-nums">{text}</span>
            {receipt && (
              <TextLink to={`/receipts/${receipt.id}`} className="inline-flex min-h-8 items-center tabular-nums max-md:min-h-11">
                {receipt.number}
              </TextLink>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
