import { useMemo } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import { type CheckKind, type CheckSummary, checkKinds, lasting } from '../oversight.contract.ts'
import { oversightEn } from '../oversight.en.ts'

type Clerk = CheckSummary['clerks'][number]

const shownKinds = checkKinds.filter((kind) => !lasting.includes(kind))

const Figure = ({ of, kind }: { of: Clerk; kind: CheckKind }) => {
  const words = useWords(oversightEn)
  const found = of.kinds.find((one) => one.kind === kind)
  if (!found) return words.figure(0)
  return (
    <span className="block cards:text-right">
      {words.figure(found.count)}
      <span className="block text-muted text-sm">{formatRupees(found.amount)}</span>
    </span>
  )
}

/** Who did how much of it in the month. */
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
      ...shownKinds.map((kind) => ({
        key: kind,
        title: words.kinds[kind].name,
        numeric: true,
        cell: (clerk: Clerk) => <Figure of={clerk} kind={kind} />,
      })),
      { key: 'total', title: words.clerks.total, numeric: true, cell: ({ count }) => words.figure(count) },
    ],
    [words],
  )
  return (
    <Card title={words.clerks.title}>
      <Table label={words.clerks.label} columns={columns} rows={clerks} rowKey={({ _id }) => _id} />
    </Card>
  )
}
