import { formatDay, formatRupees, useWords } from '#web/words.ts'
import { cashboxEn } from '../cashbox.en.ts'
import type { CashInBox } from '../cashbox.shapes.contract.ts'

/** Number of days shown before the list is cut off. */
const SHOWN = 7

/** The cash that came in on each unclosed day, newest first. */
export const DayLines = ({ cash: { days, unclosedDays } }: { cash: Pick<CashInBox, 'days' | 'unclosedDays'> }) => {
  const words = useWords(cashboxEn).closing
  const shown = days.slice(0, SHOWN)
  const earlier = unclosedDays - shown.length
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="text-warning-text">{words.byDay(unclosedDays)}</p>
      <ul className="flex flex-col gap-1">
        {shown.map(({ day, net }) => (
          <li key={day} className="flex justify-between gap-4">
            <span className="text-muted">{formatDay(day)}</span>
            <span>{formatRupees(net)}</span>
          </li>
        ))}
      </ul>
      {earlier > 0 && <p className="text-muted">{words.earlier(earlier)}</p>}
    </div>
  )
}
