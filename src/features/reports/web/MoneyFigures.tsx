import { useId } from 'react'
import { Link } from 'react-router'
import { useAgeing } from '#features/dues/web/dues.queries.ts'
import { today } from '#web/api/timeZone.ts'
import { formatRupees, useWords } from '#web/words.ts'
import { reportsEn } from '../reports.en.ts'
import { useCollections } from './reports.queries.ts'

/** What came in today and this month, and what is owed: an owner's first question. Nothing stands here until all of it is known. */
export const MoneyFigures = () => {
  const words = useWords(reportsEn).money
  const id = useId()
  const { data: month } = useCollections({ from: undefined, to: undefined })
  const { data: dues } = useAgeing()
  if (!month || !dues) return null
  const figures = [
    { name: words.today, amount: month.days.find(({ day }) => day === today())?.net ?? 0, to: '/fees/month-end' },
    { name: words.month, amount: month.total.net, to: '/fees/month-end' },
    { name: words.owed, amount: dues.owed, to: '/fees/dues' },
  ]
  return (
    <section aria-labelledby={id} className="@container">
      <h2 id={id} className="sr-only">
        {words.title}
      </h2>
      <dl className="grid gap-4 @min-[24rem]:grid-cols-3">
        {figures.map(({ name, amount, to }) => (
          <div key={name} className="relative flex min-w-0 flex-col-reverse justify-end gap-1 rounded-lg border border-line bg-surface p-4">
            <dd className="font-semibold text-2xl tabular-nums wrap-anywhere max-md:text-lg">
              <Link
                to={to}
                aria-label={words.open(name, formatRupees(amount))}
                className="after:absolute after:inset-0 after:rounded-lg hover:text-primary-text hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
              >
                {formatRupees(amount)}
              </Link>
            </dd>
            <dt className="text-muted text-sm">{name}</dt>
          </div>
        ))}
      </dl>
    </section>
  )
}
