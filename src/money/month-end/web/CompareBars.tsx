import { formatRupees, useWords } from '#web/words.ts'
import type { Collections } from '../month-end.contract.ts'
import { reportsEn } from '../month-end.en.ts'

type Days = NonNullable<Collections['before']>

/** What was collected on some days of a month and on the same days of the month before: two bars with their figures as text. */
export const CompareBars = ({ now, before }: { now: Days; before: Days }) => {
  const words = useWords(reportsEn).collections
  const most = Math.max(now.net, before.net, 1)
  const rows = [
    { ...now, look: 'bg-primary-fill' },
    { ...before, look: 'bg-line-strong' },
  ]
  return (
    <section aria-label={words.compare} className="flex flex-col gap-2">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold">
        {words.compare}
        <span className="font-normal text-muted tabular-nums">{words.change(Math.round((now.net - before.net) * 100) / 100)}</span>
      </h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 tabular-nums [print-color-adjust:exact]">
        {rows.map(({ from, to, net, look }) => (
          <div key={from} className="contents">
            <dt className="text-muted text-sm">{words.days(from, to)}</dt>
            <dd aria-hidden="true">
              <span className={`block h-4 min-w-px rounded-sm ${look}`} style={{ width: `${(Math.max(0, net) / most) * 100}%` }} />
            </dd>
            <dd className="text-right font-medium">{formatRupees(net)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
