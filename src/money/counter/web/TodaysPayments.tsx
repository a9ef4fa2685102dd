import { useId } from 'react'
import type { FoundReceipt } from '#money/receipts/receipts.contract.ts'
import { useLatestReceipts } from '#money/receipts/web/receipts.queries.ts'
import { PersonName } from '#people/users/web/PersonName.tsx'
import { hallDayOf, today } from '#web/api/timeZone.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import { counterEn } from '../counter.en.ts'

/** The latest payments, so that a clerk sees if the last one was saved. */
export const TodaysPayments = () => {
  const words = useWords(counterEn)
  const id = useId()
  const latest = useLatestReceipts()
  return (
    <section aria-labelledby={id} className="mt-6 flex flex-col gap-1">
      <h2 id={id} className="font-semibold">
        {words.today}
      </h2>
      <Loaded of={latest} skeleton={<ListSkeleton rows={3} />} failed={words.todayFailed}>
        {({ items }) => <List receipts={items.filter(({ enteredAt }) => hallDayOf(enteredAt) === today())} />}
      </Loaded>
    </section>
  )
}

const List = ({ receipts }: { receipts: FoundReceipt[] }) => {
  const words = useWords(counterEn)
  if (receipts.length === 0) return <p className="text-muted">{words.noneToday}</p>
  return (
    <ul>
      {receipts.map((receipt) => (
        <Entry key={receipt._id} receipt={receipt} />
      ))}
    </ul>
  )
}

const Entry = ({ receipt: { _id, number, studentId, isVisitor, studentName, amount, isVoid } }: { receipt: FoundReceipt }) => {
  const words = useWords(counterEn)
  return (
    <li className="flex items-center gap-x-4 border-line border-b py-1 last:border-0">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4">
        <TextLink to={`/receipts/${_id}`} className="inline-flex min-h-11 items-center tabular-nums wrap-anywhere">
          {number}
        </TextLink>
        <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
          {isVisitor ? <span dir="auto">{studentName}</span> : <PersonName id={studentId} name={studentName} className="" />}
        </span>
      </div>
      {isVoid && <Badge tone="error">{words.void}</Badge>}
      <span className={`shrink-0 tabular-nums ${isVoid ? 'line-through' : ''}`}>{formatRupees(amount)}</span>
    </li>
  )
}
