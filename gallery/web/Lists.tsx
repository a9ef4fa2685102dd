import { useState } from 'react'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ReorderList } from '#web/ui/ReorderList.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { hindiName, longName, name } from './names.ts'

type Row = { id: string; owes: number }
const rows: readonly Row[] = [name, hindiName, longName].map((id, at) => ({ id, owes: at * 1_250 }))

const columns: Column<Row>[] = [
  { key: 'name', title: 'Name', isMain: true, cell: ({ id }) => id },
  { key: 'owes', title: 'Owes', numeric: true, cell: ({ owes }) => `₹${owes.toLocaleString('en-IN')}` },
  { key: 'state', title: 'State', cell: ({ owes }) => <Badge tone={owes > 0 ? 'warning' : 'success'}>{owes > 0 ? 'Due' : 'Paid'}</Badge> },
]

const Reordered = () => {
  const [ids, setIds] = useState([name, hindiName, longName])
  return (
    <ReorderList
      items={ids}
      label="Thoughts"
      idOf={(id) => id}
      nameOf={(id) => id}
      onReorder={setIds}
      row={(id, moveButtons) => (
        <div className="kit-row">
          <span>{id}</span>
          {moveButtons}
        </div>
      )}
    />
  )
}

const Tabbed = () => {
  const [chosen, setChosen] = useState<'table' | 'order'>('table')
  const views = [
    { key: 'table', title: 'Table', content: <Table label="Dues" columns={columns} rows={rows} rowKey={({ id }) => id} /> },
    { key: 'order', title: 'Order', content: <Reordered /> },
  ] as const
  return <Tabs label="Lists" views={views} chosen={chosen} onChoose={setChosen} />
}

export const Lists = () => (
  <Card title="Lists">
    <Tabbed />
  </Card>
)
