import { useMemo } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import { type CheckKind, type CheckSummary, checkKinds, withoutClerk } from '../oversight.contract.ts'
import { oversightEn } from '../oversight.en.ts'
import { CashDifference } from './CashDifference.tsx'

type Clerk = CheckSummary['clerks'][number]

/** Returns the kinds with entries of any clerk. */
const kindsOf = (clerks: readonly Clerk[]): CheckKind[] =>
  checkKinds.filter(
    (kind) =>
      !withoutClerk.includes(kind) && clerks.some(({ kinds }) => kinds.some((one) => one.kind === kind && one.count + one.unlisted > 0)),
  )

const Figure = ({ of, kind }: { of: Clerk; kind: CheckKind }) => {
  const words = useWords(oversightEn)
  const found = of.kinds.find((one) => one.kind === kind)
  if (!found) return words.figure(0)
  return (
    <span className="block whitespace-nowrap cards:text-right">
      {words.figure(found.count)}
      {found.amount !== 0 && (
        <span className="block text-muted text-sm">
          {kind === 'differences' ? <CashDifference amount={found.amount} /> : formatRupees(found.amount)}
        </span>
      )}
      {found.unlisted > 0 && <span className="block text-muted text-sm">{words.others(found.unlisted)}</span>}
    </span>
  )
}

/** The number of entries of each clerk in the month. */
export const ClerkTable = ({ clerks }: { clerks: readonly Clerk[] }) => {
  const words = useWords(oversightEn)
  const columns = useMemo(
    (): Column<Clerk>[] => [
      {
        key: 'clerk',
        title: words.clerks.clerk,
        isMain: true,
        cell: ({ name }) => (
          <span dir="auto" className="font-medium wrap-anywhere">
            {name}
          </span>
        ),
      },
      ...kindsOf(clerks).map((kind) => ({
        key: kind,
        title: words.kinds[kind].name,
        numeric: true,
        cell: (clerk: Clerk) => <Figure of={clerk} kind={kind} />,
      })),
      {
        key: 'total',
        title: words.clerks.total,
        numeric: true,
        cell: ({ count }) => <span className="whitespace-nowrap">{words.figure(count)}</span>,
      },
    ],
    [words, clerks],
  )
  return (
    <Card title={words.clerks.title}>
      <Table label={words.clerks.label} columns={columns} rows={clerks} rowKey={({ _id }) => _id} />
    </Card>
  )
}
