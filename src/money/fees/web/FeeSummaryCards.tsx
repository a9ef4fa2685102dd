import type { ReactNode } from 'react'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { ScrollRow } from '#web/ui/ScrollRow.tsx'
import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'
import { formatNumber, formatRupees, useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import type { FeeSummary } from '../fees.shapes.contract.ts'
import { type FeeFilter, useFeeSummary } from './fees.queries.ts'

const strip = 'gap-6 max-md:gap-5'
const box = 'grid min-h-11 shrink-0 grid-cols-[auto_auto] content-center items-baseline justify-start gap-x-2 whitespace-nowrap'

/** The collected and owed amounts of the records that match the filters, in one row. */
export const FeeSummaryCards = ({ filter, end }: { filter: FeeFilter; end: ReactNode }) => {
  const words = useWords(feesEn).summary
  return (
    <ScrollRow
      {...(useIsNarrow() && { tabIndex: 0, role: 'group', 'aria-label': words.label })}
      className="min-h-11 items-center justify-between gap-6 text-sm"
    >
      <Loaded of={useFeeSummary(filter)} skeleton={<CardsSkeleton />} failed={words.loadFailed}>
        {(summary) => <SummaryFigures summary={summary} />}
      </Loaded>
      {end}
    </ScrollRow>
  )
}

export const SummaryFigures = ({ summary }: { summary: FeeSummary }) => {
  const words = useWords(feesEn).summary
  const cards = [
    { title: words.total, figure: formatRupees(summary.totalAmount) },
    { title: words.paid, figure: formatRupees(summary.paidAmount), tone: 'text-success-text', more: words.recordCount(summary.paidCount) },
    {
      title: words.unpaid,
      figure: formatRupees(summary.unpaidAmount),
      tone: 'text-error-text',
      more: words.recordCount(summary.unpaidCount),
    },
    { title: words.students, figure: formatNumber(summary.students) },
    { title: words.records, figure: formatNumber(summary.records) },
  ]
  return (
    <dl aria-label={words.label} className={`flex ${strip}`}>
      {cards.map(({ title, figure, tone = '', more }) => (
        <div key={title} className={box}>
          <dt className="col-span-2 text-muted text-xs">{title}</dt>
          <dd className={`font-semibold text-base leading-5 tabular-nums ${tone}`}>{figure}</dd>
          {more && <dd className="text-muted text-xs tabular-nums">{more}</dd>}
        </div>
      ))}
    </dl>
  )
}

const CardsSkeleton = () => (
  <Skeleton>
    <div className={`flex overflow-hidden ${strip}`}>
      {[0, 1, 2, 3, 4].map((card) => (
        <div key={card} className="flex min-h-11 w-28 shrink-0 flex-col justify-center gap-2">
          <Bar className="h-3 w-1/2" />
          <Bar className="h-4 w-3/4" />
        </div>
      ))}
    </div>
  </Skeleton>
)
