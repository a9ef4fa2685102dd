import { useMemo } from 'react'
import { isDay } from '#contract/day.ts'
import { paymentMethods } from '#contract/terms.ts'
import { AsOfLine } from '#web/ui/AsOf.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { ExportMenu } from '#web/ui/ExportMenu.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { useAsOf } from '#web/ui/useAsOf.ts'
import { formatDay, formatRupees, useWords } from '#web/words.ts'
import type { ByMethod, ClerkFigures, Collections, DayFigures } from '../month-end.contract.ts'
import { reportsEn } from '../month-end.en.ts'
import { CompareBars } from './CompareBars.tsx'
import { Figures } from './Figures.tsx'
import { downloadCollections, useCollections } from './month-end.queries.ts'
import { useRange } from './useRange.ts'
import { VoidsTable } from './VoidsTable.tsx'

/** Collections by day, by method and by clerk. */
export const CollectionsSection = () => {
  const words = useWords(reportsEn).collections
  const { range, set } = useRange({ from: 'from', to: 'to' }, isDay)
  const { asOf } = useAsOf()
  const collections = useCollections(range, asOf)
  const shown = collections.data
  return (
    <Card title={words.title} action={<ExportMenu onExport={(format) => downloadCollections(range, asOf, format)} />}>
      <p className="mb-4 text-muted">{words.about}</p>
      {asOf && <AsOfLine day={asOf} className="mb-4" />}
      <div className="mb-6 flex flex-wrap gap-4">
        <DateField
          label={words.from}
          value={range.from ?? shown?.from ?? ''}
          onChange={(day) => set('from', day)}
          className="min-w-36 max-md:flex-1"
        />
        <DateField
          label={words.to}
          value={range.to ?? shown?.to ?? ''}
          onChange={(day) => set('to', day)}
          className="min-w-36 max-md:flex-1"
        />
      </div>
      <Loaded of={collections} skeleton={<TableSkeleton rows={10} columns={5} />} failed={words.loadFailed}>
        {(data) => (
          <div className={`flex flex-col gap-6 ${collections.isPlaceholderData ? 'opacity-60' : ''}`}>
            <Sums data={data} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

type Summed = { net: number; refunded: number; voided: number; methods: ByMethod }

/** Returns a column for each method and one for the net amount. */
const useMoneyColumns = <R extends Summed>(): Column<R>[] => {
  const words = useWords(reportsEn).collections
  return useMemo(
    () => [
      ...paymentMethods.map((method) => ({
        key: method,
        title: words.methods[method],
        numeric: true,
        cell: ({ methods }: R) => formatRupees(methods[method]),
      })),
      { key: 'net', title: words.net, numeric: true, cell: ({ net }: R) => <span className="font-semibold">{formatRupees(net)}</span> },
    ],
    [words],
  )
}

const Sums = ({ data: { from, to, total, before, days, clerks, dayPasses, voids } }: { data: Collections }) => {
  const words = useWords(reportsEn).collections
  const money = useMoneyColumns<DayFigures>()
  const hasBefore = before !== null && before.net !== 0
  const clerkMoney = useMoneyColumns<ClerkFigures>()
  const byDay = useMemo(
    (): Column<DayFigures>[] => [{ key: 'day', title: words.day, isMain: true, cell: (day) => <DayCell of={day} /> }, ...money],
    [words, money],
  )
  const byClerk = useMemo(
    (): Column<ClerkFigures>[] => [
      {
        key: 'clerk',
        title: words.clerk,
        isMain: true,
        cell: ({ name }) => (
          <span dir="auto" className="font-medium wrap-anywhere">
            {name}
          </span>
        ),
      },
      ...clerkMoney,
    ],
    [words, clerkMoney],
  )
  return (
    <>
      <div className={hasBefore ? 'grid items-start gap-x-10 gap-y-4 wide:grid-cols-2' : ''}>
        <Figures
          label={words.title}
          figures={[
            { title: words.received, figure: formatRupees(total.received) },
            { title: words.refunded, figure: formatRupees(total.refunded) },
            { title: words.voided, figure: formatRupees(total.voided) },
            { title: words.net, figure: formatRupees(total.net), tone: 'text-success-text' },
            ...(dayPasses.count === 0 ? [] : [{ title: words.dayPasses, figure: formatRupees(dayPasses.amount) }]),
          ]}
        />
        {hasBefore && <CompareBars now={{ from, to, net: total.net }} before={before} />}
      </div>
      {days.length === 0 ? (
        <p className="text-muted">{words.none}</p>
      ) : (
        <>
          <section className="flex flex-col gap-2">
            <h3 className="font-semibold">{words.byClerk}</h3>
            <Table label={words.byClerk} columns={byClerk} rows={clerks} rowKey={({ clerkId }) => clerkId} />
          </section>
          <section className="flex flex-col gap-2">
            <h3 className="font-semibold">{words.byDay}</h3>
            <Table label={words.byDay} columns={byDay} rows={days} rowKey={({ day }) => day} />
          </section>
        </>
      )}
      <VoidsTable voids={voids} />
    </>
  )
}

/** The day and, with more than one clerk, the amount of each. */
const DayCell = ({ of: { day, clerks } }: { of: DayFigures }) => {
  const words = useWords(reportsEn).collections
  return (
    <div className="min-w-0">
      <p className="whitespace-nowrap font-medium">{formatDay(day)}</p>
      {clerks.length > 1 && (
        <p className="flex flex-wrap gap-x-3 text-muted text-sm">
          {clerks.map(({ clerkId, name, net }) => (
            <span key={clerkId}>{words.clerkAmount(name, formatRupees(net))}</span>
          ))}
        </p>
      )}
    </div>
  )
}
