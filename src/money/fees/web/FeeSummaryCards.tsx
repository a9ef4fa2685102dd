import { Loaded } from '#web/ui/Loaded.tsx'
import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'
import { formatNumber, formatRupees, useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import type { FeeSummary } from '../fees.shapes.contract.ts'
import { type FeeFilter, useFeeSummary } from './fees.queries.ts'

const grid = 'grid gap-3 grid-cols-2 @3xl:grid-cols-5'
const box = 'rounded-lg border border-line bg-surface p-4 min-w-0'

/** The collected and owed amounts of the records that match the filters. */
export const FeeSummaryCards = ({ filter }: { filter: FeeFilter }) => {
  const words = useWords(feesEn).summary
  return (
    <div className="@container">
      <Loaded of={useFeeSummary(filter)} skeleton={<CardsSkeleton />} failed={words.loadFailed}>
        {(summary) => <Cards summary={summary} />}
      </Loaded>
    </div>
  )
}

const Cards = ({ summary }: { summary: FeeSummary }) => {
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
    <dl aria-label={words.label} className={grid}>
      {cards.map(({ title, figure, tone = '', more }, at) => (
        <div key={title} className={`${box} ${at === 0 ? 'max-md:col-span-2' : ''}`}>
          <dt className="text-muted text-sm">{title}</dt>
          <dd className={`font-semibold text-xl tabular-nums wrap-anywhere ${tone}`}>{figure}</dd>
          {more && <dd className="text-muted text-sm tabular-nums">{more}</dd>}
        </div>
      ))}
    </dl>
  )
}

const CardsSkeleton = () => (
  <Skeleton>
    <div className={grid}>
      {[0, 1, 2, 3, 4].map((card) => (
        <div key={card} className={`${box} flex h-24 flex-col gap-3 ${card === 0 ? 'max-md:col-span-2' : ''}`}>
          <Bar className="h-3 w-1/2" />
          <Bar className="h-6 w-3/4" />
        </div>
      ))}
    </div>
  </Skeleton>
)
