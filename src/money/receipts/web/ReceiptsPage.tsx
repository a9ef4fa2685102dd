import { Printer } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { FeesFrame } from '#money/fees/web/FeesFrame.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { useSearchText } from '#web/ui/useSearchText.ts'
import { formatDay, formatRupees, useWords } from '#web/words.ts'
import type { FoundReceipt } from '../receipts.contract.ts'
import { receiptsEn } from '../receipts.en.ts'
import { useReceipts } from './receipts.queries.ts'

/** In a card the amount stands at the end of the receipt's number, with the person below and the rest in small letters. */
const useColumns = (): Column<FoundReceipt>[] => {
  const all = useWords(receiptsEn)
  const words = all.find
  return [
    {
      key: 'number',
      title: words.columns.number,
      isMain: true,
      card: 'cards:-order-2 cards:flex-1',
      cell: ({ _id, number, isVoid }) => (
        <span className="flex flex-wrap items-center gap-2">
          <TextLink to={`/receipts/${_id}`} className="inline-flex min-h-8 items-center tabular-nums max-md:min-h-11">
            {number}
          </TextLink>
          {isVoid && <Badge tone="error">{words.void}</Badge>}
        </span>
      ),
    },
    {
      key: 'student',
      title: words.columns.student,
      isInline: true,
      card: 'cards:w-full',
      cell: ({ studentName }) => <span dir="auto">{studentName}</span>,
    },
    { key: 'day', title: words.columns.day, isInline: true, card: 'cards:text-muted cards:text-sm', cell: ({ day }) => formatDay(day) },
    {
      key: 'method',
      title: words.columns.method,
      isInline: true,
      card: 'cards:text-muted cards:text-sm',
      cell: ({ method, reference }) => (
        <span>
          {all.methods[method]}
          {reference && <span className="block text-muted text-sm wrap-anywhere cards:ml-2 cards:inline">{reference}</span>}
        </span>
      ),
    },
    {
      key: 'amount',
      title: words.columns.amount,
      numeric: true,
      isInline: 'last',
      card: 'cards:-order-1',
      cell: ({ amount, isVoid }) => <span className={`tabular-nums ${isVoid ? 'line-through' : ''}`}>{formatRupees(amount)}</span>,
    },
  ]
}

/** Whose receipts are shown, and the way to those of all students. */
const OfOne = ({ name }: { name: string | undefined }) => {
  const words = useWords(receiptsEn).find
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      {name !== undefined && <span dir="auto">{words.of(name)}</span>}
      <TextLink to="/fees/receipts" className="inline-flex min-h-8 items-center max-md:min-h-11">
        {words.all}
      </TextLink>
    </p>
  )
}

/** All receipts, or those of one student, with a search. */
export const ReceiptsPage = () => {
  const all = useWords(receiptsEn)
  const words = all.find
  const slips = all.slips.title
  const { text, setText, query } = useSearchText()
  const student = useSearchParams()[0].get('student') ?? ''
  const receipts = useReceipts({ search: query, student })
  const columns = useColumns()
  return (
    <FeesFrame
      action={
        <ButtonLink to="/dues-slips" icon={<Printer aria-hidden="true" />}>
          {slips}
        </ButtonLink>
      }
    >
      <div className="flex">
        <SearchField label={words.search} placeholder={words.search} value={text} onChange={setText} />
      </div>
      {student && <OfOne name={receipts.items[0]?.studentName} />}
      <Loaded of={receipts} skeleton={<TableSkeleton columns={5} rows={8} />} failed={words.loadFailed}>
        {() =>
          receipts.items.length === 0 ? (
            <EmptyState
              title={query || student ? words.none : words.empty}
              hint={query ? words.noneHint : student ? '' : words.emptyHint}
              drawing="drawer"
            />
          ) : (
            <>
              <Table label={words.label} columns={columns} rows={receipts.items} rowKey={({ _id }) => _id} />
              <LoadMore of={receipts} />
            </>
          )
        }
      </Loaded>
    </FeesFrame>
  )
}
