import { ArrowLeft, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { Cover } from '#features/extraction/web/Cover.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Page } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useKeptFocus } from '#web/ui/useKeptFocus.ts'
import { formatInstant, useWords } from '#web/words.ts'
import type { RemovedDocument } from '../documents.contract.ts'
import { documentsEn } from '../documents.en.ts'
import { useRestoreDocument } from './documents.edit.queries.ts'
import { useRemoved } from './documents.queries.ts'

const dayMs = 86_400_000
/** So many days before the end it is said louder. */
const soon = 7
/** The height of a row whose title fits on one line, in pixels. */
const usualHeight = 92

/**
 * Days until a deleted document is gone for good, to the nearest one, so that what was deleted just now has all of
 * them; the last, broken one is 0. The clocks of the server and of this device may differ by a little.
 */
export const daysLeft = (deletedAt: string, now: number): number => {
  const days = (Date.parse(deletedAt) + limits.restoreDays * dayMs - now) / dayMs
  return days < 1 ? 0 : Math.min(limits.restoreDays, Math.round(days))
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
      className="max-md:grow"
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
      <div className="min-w-0 grow-[999] basis-[12rem]">
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
