import { memo } from 'react'
import type { Document } from '#library/documents/documents.contract.ts'
import { Cover } from '#library/reading/web/Cover.tsx'
import { isPdf, typeLabel } from '#library/reading/web/documentType.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { formatBytes, formatInstantDay, useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'
import { DocumentTitle } from './DocumentTitle.tsx'
import { ManageButtons } from './ManageButtons.tsx'
import type { RowActions } from './rowActions.ts'
import { Tick } from './Tick.tsx'

type Props = {
  document: Document
  query: string
  actions: RowActions
  /** The list that contains the row. */
  among: readonly Document[]
}
const Details = ({ document, isNew }: { document: Document; isNew: boolean }) => {
  const words = useWords(browsingEn)
  const { pages, createdAt, fileSize } = document
  const [date, size] = [formatInstantDay(createdAt), formatBytes(fileSize)]
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-muted text-sm tabular-nums max-md:block max-md:truncate max-md:text-xs max-md:[&>span]:mr-2">
      {isNew && <Badge tone="primary">{words.isNew}</Badge>}
      {!isPdf(document) && typeLabel(document) && <Badge>{typeLabel(document)}</Badge>}
      {pages === null ? words.details(date, size) : words.detailsWithPages(pages, date, size)}
    </p>
  )
}

const Row = ({ document, query, actions, among }: Props) => {
  const { open, manage, star, keep, arrivals } = actions
  const isNew = arrivals?.ids.has(document._id) ?? false
  // Selected rows are also marked by color.
  const look = manage ? 'has-checked:bg-primary-soft' : 'hover:bg-hover'
  const mark = isNew ? `scroll-my-24 transition-colors duration-1000 ${arrivals?.isLit ? 'bg-primary-soft' : ''}` : ''
  return (
    <div
      ref={isNew ? arrivals?.rowShown : undefined}
      className={`relative flex min-h-18 flex-wrap items-center gap-x-3 rounded-lg px-2 py-2 ${look} ${mark}`}
    >
      {manage && <Tick {...{ document, among }} selection={manage.selection} />}
      <Cover document={document} />
      <div className="min-w-0 flex-1 basis-[8rem] max-md:min-h-17">
        <div className="max-md:line-clamp-2">
          <DocumentTitle {...{ document, query, actions }} />
        </div>
        <Details {...{ document, isNew }} />
      </div>
      {star && (
        <div className="relative z-10 flex max-md:-ml-3">
          {keep?.(document)}
          {star(document)}
        </div>
      )}
      {manage && (
        <div className="flex flex-wrap gap-1 max-md:w-full max-md:pl-[min(2rem,9vw)] max-md:[&_svg]:hidden">
          <ManageButtons {...{ document, open, manage }} />
        </div>
      )}
    </div>
  )
}

/** One document in the list. Scrolling re-renders the list at every step, so unchanged rows are memoized. */
export const DocumentRow = memo(Row)
