import { formatMonth, formatRupees, useWords } from '#web/words.ts'
import type { MonthFigures } from '../month-end.contract.ts'
import { reportsEn } from '../month-end.en.ts'

/** Returns the next round number at or above the maximum. */
const roundedUp = (most: number): number => {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, most))))
  return Math.max(1, Math.ceil((most / step) * 2) / 2) * step
}

const share = (part: number, whole: number): string => `${whole > 0 ? Math.max(0, Math.min(100, (part / whole) * 100)) : 0}%`

/**
 * A bar per month: its height is what was due, the filled part what was collected. Bars are plain boxes: a chart library would be
 * larger than the rest of the page, and boxes use the colors of every theme.
 */
export const MonthsChart = ({ months }: { months: readonly MonthFigures[] }) => {
  const words = useWords(reportsEn).months
  const top = roundedUp(Math.max(...months.map(({ due }) => due)))
  return (
    <figure role="img" aria-label={words.chart} className="m-0 flex flex-col gap-3 [print-color-adjust:exact]">
      <div className="flex gap-2" aria-hidden="true">
        <div className="flex h-48 shrink-0 flex-col justify-between text-right text-muted text-xs tabular-nums md:mt-5">
          <span>{words.short(top)}</span>
          <span>{words.short(top / 2)}</span>
          <span>{words.short(0)}</span>
        </div>
        <div className="relative min-w-0 flex-1 overflow-x-auto">
          <div className="flex min-w-full gap-1 border-line border-t max-md:gap-0.5">
            {months.map((month) => (
              <Bar key={`${month.year}-${month.month}`} month={month} top={top} />
            ))}
          </div>
        </div>
      </div>
      <div aria-hidden="true" className="flex flex-wrap gap-x-6 gap-y-1 text-muted text-sm">
        <span className="flex items-center gap-2">
          <span className="size-3 rounded-sm bg-primary-fill" />
          {words.collected}
        </span>
        <span className="flex items-center gap-2">
          <span className="size-3 rounded-sm bg-line-strong" />
          {words.outstanding}
        </span>
      </div>
    </figure>
  )
}

const Bar = ({ month: { year, month, due, collected }, top }: { month: MonthFigures; top: number }) => {
  const words = useWords(reportsEn).months
  return (
    <div
      title={words.bar(formatMonth(year, month), formatRupees(collected), formatRupees(due))}
      className="flex min-w-6 flex-1 flex-col items-center gap-1 max-md:min-w-4"
    >
      {/* The figure as text, where the bars are wide enough; the table has it at every width. */}
      <span className="whitespace-nowrap text-xs tabular-nums max-md:hidden">{due > 0 ? words.short(collected) : '\u00A0'}</span>
      <div className="flex h-48 w-full items-end justify-center">
        {due > 0 && (
          <div style={{ height: share(due, top) }} className="flex w-full max-w-10 flex-col gap-px overflow-hidden rounded-t">
            <div className="min-h-0 flex-1 bg-line-strong" />
            <div style={{ height: share(collected, due) }} className="w-full shrink-0 bg-primary-fill" />
          </div>
        )}
      </div>
      <span className="text-muted text-xs max-md:hidden">{words.shortMonth(month)}</span>
      <span className="text-muted text-xs md:hidden">{words.narrowMonth(month)}</span>
      <span className="text-muted text-xs tabular-nums max-md:hidden">{month === 1 ? year : '\u00A0'}</span>
    </div>
  )
}
