import { useMemo } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { isMonth } from '#money/cashbox/cashbox.contract.ts'
import { AsOfLine } from '#web/ui/AsOf.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { MonthField } from '#web/ui/MonthField.tsx'
import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { useAsOf } from '#web/ui/useAsOf.ts'
import { formatMonth, formatRupees, useWords } from '#web/words.ts'
import type { MonthFigures, reportsApi } from '../month-end.contract.ts'
import { reportsEn } from '../month-end.en.ts'
import { Figures } from './Figures.tsx'
import { MonthsChart } from './MonthsChart.tsx'
import { useMonths } from './month-end.queries.ts'
import { useRange } from './useRange.ts'

const monthOf = ({ year, month }: MonthFigures): string => `${year}-${String(month).padStart(2, '0')}`

/** What each month charged and how much is paid, as a chart and in figures. */
export const MonthsSection = () => {
  const words = useWords(reportsEn).months
  const { range, set } = useRange({ from: 'months-from', to: 'months-to' }, isMonth)
  const { asOf } = useAsOf()
  const months = useMonths(range, asOf)
  const [first, last] = [months.data?.items[0], months.data?.items.at(-1)]
  return (
    <Card title={words.title}>
      <p className="mb-4 text-muted">{words.about}</p>
      <div className="mb-6 flex flex-wrap items-end gap-4">
        <MonthField
          label={words.from}
          value={range.from ?? (first ? monthOf(first) : '')}
          onChange={(month) => set('from', month)}
          className="min-w-36 max-md:flex-1"
        />
        <MonthField
          label={words.to}
          value={range.to ?? (last ? monthOf(last) : '')}
          onChange={(month) => set('to', month)}
          className="min-w-36 max-md:flex-1"
        />
      </div>
      <Loaded of={months} skeleton={<MonthsSkeleton />} failed={words.loadFailed}>
        {(data) => (
          <div className={`flex flex-col gap-6 ${months.isPlaceholderData ? 'opacity-60' : ''}`}>
            <Months data={data} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

const MonthsSkeleton = () => (
  <Skeleton>
    <div className="flex flex-col gap-6">
      <Bar className="h-20 w-full" />
      <Bar className="h-64 w-full" />
    </div>
  </Skeleton>
)

const Months = ({ data: { items, total, asOf, deposits } }: { data: Reply<typeof reportsApi.months> }) => {
  const words = useWords(reportsEn).months
  const columns = useMemo(
    (): Column<MonthFigures>[] => [
      {
        key: 'month',
        title: words.month,
        isMain: true,
        cell: ({ year, month }) => <span className="font-medium">{formatMonth(year, month)}</span>,
      },
      { key: 'due', title: words.due, numeric: true, cell: ({ due }) => formatRupees(due) },
      { key: 'collected', title: words.collected, numeric: true, cell: ({ collected }) => formatRupees(collected) },
      { key: 'outstanding', title: words.outstanding, numeric: true, cell: ({ outstanding }) => formatRupees(outstanding) },
    ],
    [words],
  )
  return (
    <>
      {asOf !== null && <AsOfLine day={asOf} />}
      <Figures
        label={words.total}
        figures={[
          { title: words.due, figure: formatRupees(total.due) },
          { title: words.collected, figure: formatRupees(total.collected), tone: 'text-success-text' },
          { title: words.outstanding, figure: formatRupees(total.outstanding), tone: 'text-error-text' },
          {
            title: words.deposits,
            figure: formatRupees(deposits.held),
            more: deposits.outstanding > 0 ? words.depositsOwed(formatRupees(deposits.outstanding)) : undefined,
          },
        ]}
      />
      {items.some(({ due, collected }) => due > 0 || collected > 0) ? (
        <>
          {total.due > 0 && <MonthsChart months={items} />}
          <Table label={words.title} columns={columns} rows={items.toReversed()} rowKey={monthOf} />
        </>
      ) : (
        <p className="text-muted">{words.empty}</p>
      )}
    </>
  )
}
