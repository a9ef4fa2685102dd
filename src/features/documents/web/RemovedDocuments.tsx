import { ArrowLeft, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Page } from '#web/ui/Page.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { formatInstant, useWords } from '#web/words.ts'
import type { RemovedDocument } from '../documents.contract.ts'
import { documentsEn } from '../documents.en.ts'
import { Cover } from './Cover.tsx'
import { useRestoreDocument } from './documents.changes.queries.ts'
import { useRemoved } from './documents.queries.ts'
import { useKeptFocus } from './useKeptFocus.ts'

const dayMs = 86_400_000

/** Whole days until a deleted document is gone for good; the last, broken one is 0. */
export const daysLeft = (deletedAt: string, now: number): number =>
  Math.max(0, Math.floor((Date.parse(deletedAt) + limits.restoreDays * dayMs - now) / dayMs))

const Name = ({ document }: { document: RemovedDocument }) => {
  const { uncategorized } = useWords(documentsEn)
  return (
    <div className="flex items-center gap-3">
      <Cover document={document} />
      <div className="min-w-0">
        <p dir="auto" className="text-left wrap-anywhere">
          {document.title}
        </p>
        <p className="text-muted text-sm wrap-anywhere">{document.category?.name ?? uncategorized}</p>
      </div>
    </div>
  )
}

const RestoreButton = ({ document: { _id, title } }: { document: RemovedDocument }) => {
  const words = useWords(documentsEn).removed
  const { mutate, isPending } = useRestoreDocument()
  return (
    <Button
      icon={<Undo2 aria-hidden="true" />}
      aria-label={words.restoreOne(title)}
      onPress={() => mutate({ params: { id: _id } })}
      isPending={isPending}
    >
      {words.restore}
    </Button>
  )
}

const useColumns = (): Column<RemovedDocument>[] => {
  const words = useWords(documentsEn).removed
  const [now] = useState(() => Date.now())
  const left = (deletedAt: string): string => {
    const days = daysLeft(deletedAt, now)
    return days === 0 ? words.lastDay : words.daysLeft(days)
  }
  return [
    { key: 'document', title: words.document, isMain: true, cell: (document) => <Name document={document} /> },
    { key: 'deleted', title: words.deleted, cell: ({ deletedAt }) => <span className="tabular-nums">{formatInstant(deletedAt)}</span> },
    { key: 'by', title: words.by, cell: ({ deletedByName }) => <span dir="auto">{deletedByName}</span> },
    { key: 'left', title: words.left, cell: ({ deletedAt }) => <span className="tabular-nums">{left(deletedAt)}</span> },
    { key: 'actions', title: words.actions, isActions: true, cell: (document) => <RestoreButton document={document} /> },
  ]
}

/** What was deleted and can still be brought back. */
export const RemovedDocuments = () => {
  const words = useWords(documentsEn).removed
  const pages = useRemoved()
  const columns = useColumns()
  const list = useKeptFocus<HTMLDivElement>()
  return (
    <Page
      title={words.title}
      about={words.lead(limits.restoreDays)}
      action={
        <ButtonLink to="/documents" icon={<ArrowLeft aria-hidden="true" />}>
          {words.back}
        </ButtonLink>
      }
    >
      <div ref={list} tabIndex={-1} className="outline-none">
        <Loaded of={pages} skeleton={<TableSkeleton columns={5} />} failed={words.loadFailed}>
          {() =>
            pages.items.length === 0 ? (
              <EmptyState title={words.none} hint={words.noneHint} />
            ) : (
              <>
                <Table label={words.list} columns={columns} rows={pages.items} rowKey={({ _id }) => _id} total={pages.total} />
                <LoadMore of={pages} />
              </>
            )
          }
        </Loaded>
      </div>
    </Page>
  )
}
