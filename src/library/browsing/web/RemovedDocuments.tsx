import { ArrowLeft, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { RemovedDocument } from '#library/documents/documents.contract.ts'
import { documentLimits } from '#library/documents/documents.contract.ts'
import { Cover } from '#library/reading/web/Cover.tsx'
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
import { browsingEn } from '../browsing.en.ts'
import { useRestoreDocument, useRestoreDocuments } from './browsing.edit.queries.ts'
import { useRemoved } from './browsing.queries.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { Tick } from './Tick.tsx'
import { type Selection, useChosen, useSelection } from './useSelection.ts'

const dayMs = 86_400_000
/** Number of days before the final deletion from which the date is emphasized. */
const soon = 7
/** Height in pixels of a row whose title fits on one line. */
const usualHeight = 92

/**
 * Returns the days until a deleted document is removed permanently, rounded, so that a document deleted just now has all of them; the last
 * half day is 0. The clocks of the server and of this device may differ slightly.
 */
export const daysLeft = (deletedAt: string, now: number): number => {
  const days = (Date.parse(deletedAt) + documentLimits.restoreDays * dayMs - now) / dayMs
  return days < 1 ? 0 : Math.min(documentLimits.restoreDays, Math.round(days))
}

const RestoreButton = ({ document: { _id, title }, selection }: { document: RemovedDocument; selection: Selection }) => {
  const words = useWords(browsingEn).removed
  const { mutate, isPending } = useRestoreDocument((id) => selection.drop([id]))
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

type RowProps = { document: RemovedDocument; now: number; among: readonly RemovedDocument[]; selection: Selection }

const Row = ({ document, now, among, selection }: RowProps) => {
  const { removed: words, uncategorized } = useWords(browsingEn)
  const { title, category, deletedAt, deletedByName } = document
  const left = daysLeft(deletedAt, now)
  return (
    <div className="relative flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b py-3 has-checked:bg-primary-soft">
      <Tick {...{ document, among, selection }} />
      <Cover document={document} />
      <div className="min-w-0 grow-[999] basis-[8rem]">
        <p dir="auto" className="text-left wrap-anywhere">
          {title}
        </p>
        <p className="text-muted text-sm wrap-anywhere">{category?.name ?? uncategorized}</p>
        <p className="text-muted text-sm tabular-nums wrap-anywhere">{words.deleted(formatInstant(deletedAt), deletedByName)}</p>
      </div>
      <Badge tone={left < soon ? 'warning' : 'neutral'}>{left === 0 ? words.lastDay : words.daysLeft(left)}</Badge>
      <RestoreButton {...{ document, selection }} />
    </div>
  )
}

/** Selects or deselects all loaded documents. */
const SelectAll = ({ documents, selection }: { documents: readonly RemovedDocument[]; selection: Selection }) => {
  const words = useWords(browsingEn).removed
  const most = Math.min(documents.length, documentLimits.atOnce)
  const chosen = useChosen(selection).length
  return (
    <label className="-mx-1 flex min-h-11 w-fit cursor-pointer items-center gap-1 pr-3">
      <span className="flex size-10 shrink-0 items-center justify-center max-md:size-11">
        <input
          type="checkbox"
          checked={chosen >= most}
          ref={(box) => {
            if (box) box.indeterminate = chosen > 0 && chosen < most
          }}
          onChange={({ target }) => (target.checked ? selection.chooseAll(documents) : selection.clear())}
          className="size-5 cursor-pointer accent-primary-fill"
        />
      </span>
      {most < documents.length ? words.selectFirst(most) : words.selectAll(most)}
    </label>
  )
}

/** The trash: deleted documents that can still be restored. */
export const RemovedDocuments = () => {
  const words = useWords(browsingEn).removed
  const pages = useRemoved()
  const [now] = useState(() => Date.now())
  const list = useKeptFocus<HTMLDivElement>()
  const selection = useSelection()
  const { mutate: restoreMany } = useRestoreDocuments(selection.drop)
  return (
    <Page
      title={words.title}
      about={words.lead(documentLimits.restoreDays)}
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
                {pages.items.length > 1 && <SelectAll documents={pages.items} selection={selection} />}
                <RowList
                  items={pages.items}
                  label={words.list}
                  keyOf={({ _id }) => _id}
                  row={(document) => <Row {...{ document, now, selection }} among={pages.items} />}
                  usualHeight={usualHeight}
                />
                <LoadMore of={pages} />
                <SelectionBar selection={selection}>
                  {(documents) => (
                    <Button
                      variant="primary"
                      icon={<Undo2 aria-hidden="true" />}
                      onPress={() => restoreMany({ body: { ids: documents.map(({ _id }) => _id) } })}
                    >
                      {words.restore}
                    </Button>
                  )}
                </SelectionBar>
              </>
            )
          }
        </Loaded>
      </div>
    </Page>
  )
}
