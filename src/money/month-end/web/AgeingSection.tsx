import { useMemo } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { duesApi } from '#money/dues/dues.contract.ts'
import { useAgeing } from '#money/dues/web/dues.queries.ts'
import { useAgeNames } from '#money/dues/web/useAgeNames.ts'
import { AsOfLine } from '#web/ui/AsOf.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { useAsOf } from '#web/ui/useAsOf.ts'
import { formatNumber, formatRupees, useWords } from '#web/words.ts'
import { reportsEn } from '../month-end.en.ts'

type Row = {
  key: string
  name: string
  owed: number
  fees?: number
  students?: number /** Where a person who is counted is listed. */
  to?: string
}

/** What is owed today, by age; each count links to its students. */
export const AgeingSection = () => {
  const words = useWords(reportsEn).ageing
  const { asOf } = useAsOf()
  const ageing = useAgeing(asOf)
  return (
    <Card title={words.title}>
      <p className="mb-4 text-muted">{asOf ? words.aboutThen : words.about}</p>
      {asOf && <AsOfLine day={asOf} className="mb-4" />}
      <Loaded of={ageing} skeleton={<TableSkeleton rows={6} />} failed={words.loadFailed}>
        {(data) => (
          <div className={ageing.isPlaceholderData ? 'opacity-60' : ''}>
            <Ages data={data} leads={asOf === undefined} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

/** `leads` is true if counts link to students; the worklist only has those of today. */
const Ages = ({ data: { groups, deleted, owed }, leads }: { data: Reply<typeof duesApi.ageing>; leads: boolean }) => {
  const words = useWords(reportsEn).ageing
  const ages = useAgeNames()
  const columns = useMemo(
    (): Column<Row>[] => [
      { key: 'age', title: words.age, isMain: true, cell: ({ name }) => <span className="font-medium">{name}</span> },
      {
        key: 'owed',
        title: words.owed,
        numeric: true,
        cell: ({ key, owed: sum }) => <span className={key === 'total' ? 'font-semibold' : ''}>{formatRupees(sum)}</span>,
      },
      { key: 'fees', title: words.fees, numeric: true, cell: ({ fees }) => fees !== undefined && formatNumber(fees) },
      {
        key: 'students',
        title: words.students,
        numeric: true,
        cell: ({ students, to, name }) =>
          students && to && leads ? (
            <TextLink
              to={to}
              aria-label={`${name}: ${formatNumber(students)}`}
              className="cards:inline-flex cards:min-h-11 cards:min-w-11 cards:items-center cards:justify-end"
            >
              {formatNumber(students)}
            </TextLink>
          ) : (
            students
          ),
      },
    ],
    [words, leads],
  )
  const rows: Row[] = [
    ...groups.map((group) => ({ ...group, key: group.age, name: ages[group.age], to: `/fees/dues?age=${group.age}` })),
    ...(deleted.students > 0 ? [{ ...deleted, key: 'deleted', name: words.deleted, to: '/fees/dues?deleted=true' }] : []),
    { key: 'total', name: words.total, owed },
  ]
  return <Table label={words.title} columns={columns} rows={rows} rowKey={({ key }) => key} />
}
