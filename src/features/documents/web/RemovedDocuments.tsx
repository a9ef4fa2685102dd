import { ArrowLeft, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { formatInstant, useWords } from '#web/words.ts'
import type { RemovedDocument } from '../documents.contract.ts'
import { documentsEn } from '../documents.en.ts'
import { Cover } from './Cover.tsx'
import { useRestoreDocument } from './documents.changes.queries.ts'
import { useRemoved } from './documents.queries.ts'
import { RowList } from './RowList.tsx'
import { useKeptFocus } from './useKeptFocus.ts'

const dayMs = 86_400_000
/** So many days before the end it is said louder. */
const soon = 7
/** The height of a row whose title fits on one line, in pixels. */
const usualHeight = 92

/** Whole days until a deleted document is gone for good; the last, broken one is 0. */
export const daysLeft = (deletedAt: string, now: number): number =>
  Math.max(0, Math.floor((Date.parse(deletedAt) + limits.restoreDays * dayMs - now) / dayMs))

const RestoreButton = ({ document: { _id, title } }: { document: RemovedDocument }) => {
  const words = useWords(documentsEn).removed
  const { mutate, isPending } = useRestoreDocument()
  return (
    <Button
      icon={<Undo2 aria-hidden="true" />}
      aria-label={words.restoreOne(title)}
      onPress={() => mutate({ params: { id: _id } })}
      isPending={isPending}
      className="max-md:w-full"
    >
      {words.restore}
    </Button>
  )
}

const Row = ({ document, now }: { document: RemovedDocument; now: number }) => {
  const { removed: words, uncategorized } = useWords(documentsEn)
  const { title, category, deletedAt, deletedByName } = document
  const left = daysLeft(deletedAt, now)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3">
      {/* The cover of a deleted document opens for nobody. */}
      <Cover document={{ ...document, coverUrl: null }} />
      <div className="min-w-0 flex-1 basis-48">
        <p dir="auto" className="text-left wrap-anywhere">
          {title}
        </p>
        <p className="text-muted text-sm wrap-anywhere">{category?.name ?? uncategorized}</p>
        <p className="text-muted text-sm tabular-nums wrap-anywhere">{words.deleted(formatInstant(deletedAt), deletedByName)}</p>
      </div>
      <Badge tone={left < soon ? 'warning' : 'neutral'}>{left === 0 ? words.lastDay : words.daysLeft(left)}</Badge>
      <RestoreButton document={document} />
    </div>
  )
}

/** What was deleted and can still be brought back. */
export const RemovedDocuments = () => {
  const words = useWords(documentsEn).removed
  const pages = useRemoved()
  const [now] = useState(() => Date.now())
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
        <Loaded of={pages} skeleton={<ListSkeleton />} failed={words.loadFailed}>
          {() =>
            pages.items.length === 0 ? (
              <EmptyState title={words.none} hint={words.noneHint} />
            ) : (
              <>
                <RowList
                  items={pages.items}
                  label={words.list}
                  keyOf={({ _id }) => _id}
                  row={(document) => <Row document={document} now={now} />}
                  usualHeight={usualHeight}
                />
                <LoadMore of={pages} />
              </>
            )
          }
        </Loaded>
      </div>
    </Page>
  )
}
