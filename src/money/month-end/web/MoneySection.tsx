import { useMemo } from 'react'
import { monthNumber, monthOfDay } from '#contract/month.ts'
import { isMonth } from '#money/cashbox/cashbox.contract.ts'
import { today } from '#web/api/timeZone.ts'
import { AsOfLine } from '#web/ui/AsOf.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { Absent, type Column, Table } from '#web/ui/Table.tsx'
import { useAsOf } from '#web/ui/useAsOf.ts'
import { formatMonth, formatRupees, useWords } from '#web/words.ts'
import type { MonthMoney } from '../month-end.contract.ts'
import { reportsEn } from '../month-end.en.ts'
import { useMoney } from './month-end.queries.ts'
import { useRange } from './useRange.ts'

/** What each month collected, paid out and left, over the same months as the section above. */
export const MoneySection = () => {
  const words = useWords(reportsEn).money
  const { range } = useRange({ from: 'months-from', to: 'months-to' }, isMonth)
  const { asOf } = useAsOf()
  const money = useMoney(range, asOf)
  return (
    <Card title={words.title}>
      <p className="mb-4 text-muted">{words.about}</p>
      {asOf && <AsOfLine day={asOf} className="mb-4" />}
      <Loaded of={money} skeleton={<TableSkeleton rows={4} columns={5} />} failed={words.loadFailed}>
        {({ items }) => (
          <div className={money.isPlaceholderData ? 'opacity-60' : ''}>
            <Months months={items} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

const hasMoved = ({ collected, otherIn, paidOut, handedOver }: MonthMoney): boolean =>
  collected !== 0 || otherIn !== 0 || paidOut !== 0 || handedOver !== 0

/** Returns how a month that is over differs from the one before it; undefined for the current month and the first one. */
const changeOf = (months: readonly MonthMoney[], { year, month, collected }: MonthMoney): number | undefined => {
  const period = monthNumber(year, month)
  const before = months.find((one) => monthNumber(one.year, one.month) === period - 1)
  return before && period < monthOfDay(today()) ? Math.round((collected - before.collected) * 100) / 100 : undefined
}

const Change = ({ by }: { by: number | undefined }) => {
  const words = useWords(reportsEn).money
  return by === undefined ? <Absent said={words.noChange} /> : <span className="text-muted">{words.by(by)}</span>
}

const Months = ({ months }: { months: readonly MonthMoney[] }) => {
  const words = useWords(reportsEn).money
  const columns = useMemo((): Column<MonthMoney>[] => {
    const amount = (key: 'collected' | 'otherIn' | 'paidOut' | 'handedOver') => ({
      key,
      title: words[key],
      numeric: true,
      cell: (month: MonthMoney) => formatRupees(month[key]),
    })
    return [
      {
        key: 'month',
        title: words.month,
        isMain: true,
        cell: ({ year, month }) => <span className="whitespace-nowrap font-medium">{formatMonth(year, month)}</span>,
      },
      amount('collected'),
      { key: 'change', title: words.change, numeric: true, cell: (month) => <Change by={changeOf(months, month)} /> },
      amount('otherIn'),
      amount('paidOut'),
      { key: 'left', title: words.left, numeric: true, cell: ({ left }) => <span className="font-semibold">{formatRupees(left)}</span> },
      amount('handedOver'),
    ]
  }, [words, months])
  const moved = months.filter(hasMoved)
  if (moved.length === 0) return <p className="text-muted">{words.empty}</p>
  return <Table label={words.title} columns={columns} rows={moved.toReversed()} rowKey={({ year, month }) => `${year}-${month}`} />
}
