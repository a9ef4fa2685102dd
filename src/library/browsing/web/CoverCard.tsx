import { memo } from 'react'
import type { Document } from '#library/documents/documents.contract.ts'
import { Cover } from '#library/reading/web/Cover.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'
import { DocumentTitle } from './DocumentTitle.tsx'
import { ManageButtons } from './ManageButtons.tsx'
import type { RowActions } from './rowActions.ts'
import { Tick } from './Tick.tsx'

type Props = { document: Document; query: string; actions: RowActions; among: readonly Document[] }
const Card = ({ document, query, actions, among }: Props) => {
  const words = useWords(browsingEn)
  const { open, manage, star, keep, arrivals } = actions
  const look = manage ? 'has-checked:bg-primary-soft' : 'hover:bg-hover'
  return (
    <div className={`relative flex h-full flex-col gap-1 rounded-lg p-2 ${look}`}>
      <div className="relative mb-1">
        <Cover document={document} size="card" />
        {manage && <Tick {...{ document, among }} selection={manage.selection} className="absolute top-1 left-1 bg-surface" />}
        {star && (
          <div className="absolute top-1 right-1 z-10 flex flex-col rounded-lg bg-surface">
            {star(document)}
            {keep?.(document)}
          </div>
        )}
      </div>
      <div className="line-clamp-2" title={document.title}>
        <DocumentTitle {...{ document, query, actions }} />
      </div>
      <p className="line-clamp-1 text-muted text-sm wrap-anywhere">{document.category?.name ?? words.uncategorized}</p>
      {arrivals?.ids.has(document._id) && (
        <p>
          <Badge tone="primary">{words.isNew}</Badge>
        </p>
      )}
      {manage && (
        <div className="mt-auto -mb-1 flex flex-wrap items-center">
          <ManageButtons {...{ document, open, manage }} isNarrow />
        </div>
      )}
    </div>
  )
}

/** One document as its cover. Scrolling re-renders the grid at every step, so unchanged cards are memoized. */
export const CoverCard = memo(Card)
