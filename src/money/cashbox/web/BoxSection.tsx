import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useRefusal } from '#system/customization/web/useRules.ts'
import { AsOfLine } from '#web/ui/AsOf.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ExportMenu } from '#web/ui/ExportMenu.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { MonthField } from '#web/ui/MonthField.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { useAsOf } from '#web/ui/useAsOf.ts'
import { formatDay, formatInstant, formatRupees, useWords } from '#web/words.ts'
import { cashboxEn } from '../cashbox.en.ts'
import type { BoxEntry } from '../cashbox.shapes.contract.ts'
import { BoxEntryButton } from './BoxEntryButton.tsx'
import { downloadBox, useBox } from './cashbox.queries.ts'
import { VoidBoxDialog } from './VoidBoxDialog.tsx'

/** The month that filters the list, stored in the URL. */
const useMonth = () => {
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get('box-month') ?? ''
  const set = (month: string) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before)
        if (month) after.set('box-month', month)
        else after.delete('box-month')
        return after
      },
      { replace: true },
    )
  return { month: /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/.test(asked) ? asked : undefined, set }
}

/** Money paid out of the box and other money in, newest first, with buttons for new entries. */
export const BoxSection = () => {
  const words = useWords(cashboxEn).box
  const { month, set } = useMonth()
  const { asOf } = useAsOf()
  const entries = useBox({ month, asOf })
  const [voiding, setVoiding] = useState<BoxEntry>()
  return (
    <Card
      title={words.title}
      action={
        <div className="flex flex-wrap gap-2">
          {!asOf && (
            <>
              <BoxEntryButton kind="out" />
              <BoxEntryButton kind="in" />
            </>
          )}
          <ExportMenu onExport={(format) => downloadBox({ month, asOf }, format)} />
        </div>
      }
    >
      <p className="mb-4 text-muted">{words.about}</p>
      {asOf && <AsOfLine day={asOf} className="mb-4" />}
      <MonthField label={words.month} value={month ?? ''} onChange={set} className="mb-4 w-48 max-md:w-full" />
      <Loaded of={entries} skeleton={<TableSkeleton rows={3} columns={5} />} failed={words.loadFailed}>
        {() =>
          entries.items.length > 0 ? (
            <div className={entries.isPlaceholderData ? 'opacity-60' : ''}>
              <EntryTable entries={entries.items} onVoid={asOf ? undefined : setVoiding} />
              <LoadMore of={entries} isManual />
            </div>
          ) : (
            <EmptyState title={month ? words.noneIn : words.none} hint={asOf ? undefined : words.noneHint} drawing="drawer" />
          )
        }
      </Loaded>
      {voiding && <VoidBoxDialog entry={voiding} onClose={() => setVoiding(undefined)} />}
    </Card>
  )
}

const PurposeCell = ({ of: { purpose, voided, photoUrl } }: { of: BoxEntry }) => {
  const words = useWords(cashboxEn).box
  return (
    <div className="min-w-0">
      <p dir="auto" className={`font-medium wrap-anywhere ${voided ? 'text-muted line-through' : ''}`}>
        {purpose}
      </p>
      {voided && (
        <p dir="auto" className="text-sm text-warning-text wrap-anywhere">
          {words.voided(voided.by, formatInstant(voided.at), voided.reason)}
        </p>
      )}
      {photoUrl && (
        <a
          href={photoUrl}
          target="_blank"
          rel="noopener"
          aria-label={words.billOf(purpose)}
          className="text-primary-text text-sm underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          {words.bill}
        </a>
      )}
    </div>
  )
}

type TableProps = {
  entries: readonly BoxEntry[] /** Left out where the entries are those of an earlier day. */
  onVoid?: ((entry: BoxEntry) => void) | undefined
}

const EntryTable = ({ entries, onVoid }: TableProps) => {
  const words = useWords(cashboxEn).box
  const mayVoid = useRefusal('managersVoid') === undefined
  const columns = useMemo(
    (): Column<BoxEntry>[] => [
      { key: 'purpose', title: words.purpose, isMain: true, cell: (entry) => <PurposeCell of={entry} /> },
      { key: 'day', title: words.day, cell: ({ paidOn }) => formatDay(paidOn) },
      {
        key: 'amount',
        title: words.amount,
        numeric: true,
        cell: ({ kind, amount, voided }) => (
          <span className={voided ? 'text-muted line-through' : ''}>{formatRupees(kind === 'out' ? -amount : amount)}</span>
        ),
      },
      { key: 'enteredBy', title: words.enteredBy, cell: ({ enteredBy }) => <span dir="auto">{enteredBy}</span> },
      {
        key: 'actions',
        title: words.void,
        isActions: true,
        cell: (entry) =>
          mayVoid &&
          onVoid &&
          !entry.voided && (
            <Button variant="quiet" aria-label={words.voidOf(entry.purpose, formatRupees(entry.amount))} onPress={() => onVoid(entry)}>
              {words.void}
            </Button>
          ),
      },
    ],
    [words, onVoid, mayVoid],
  )
  return <Table label={words.list} columns={columns} rows={entries} rowKey={({ _id }) => _id} />
}
