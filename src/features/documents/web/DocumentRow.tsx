import { Pencil, Trash2 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Cover } from '#features/extraction/web/Cover.tsx'
import { isPdf, typeLabel } from '#features/reading/web/documentType.ts'
import { prepareViewerFor } from '#features/reading/web/readerCode.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { formatBytes, formatInstantDay, useWords } from '#web/words.ts'
import type { Document } from '../documents.contract.ts'
import { documentsEn } from '../documents.en.ts'
import { DocumentTitle } from './DocumentTitle.tsx'
import { Tick } from './Tick.tsx'
import type { Arrivals } from './useArrivals.ts'
import type { Selection } from './useSelection.ts'

/** What a reader may do with a row, by role. */
export type RowActions = {
  open: (document: Document, page?: number) => void
  /** For those who have View, Edit and Delete instead of a row to press. */
  manage?: { edit: (document: Document) => void; remove: (document: Document) => void; selection: Selection }
  /** The star, for those who have favourites. */
  star?: (document: Document) => ReactNode
  /** What has just come. */
  arrivals?: Arrivals
}

type Props = {
  document: Document
  query: string
  actions: RowActions
  /** The list that the row stands in. */
  among: readonly Document[]
}
type Managed = { document: Document; open: RowActions['open']; manage: NonNullable<RowActions['manage']> }

const AdminButtons = ({ document, open, manage }: Managed) => {
  const words = useWords(documentsEn)
  return (
    <div className="flex flex-wrap gap-1 max-md:w-full max-md:pl-[min(2rem,9vw)] max-md:[&_svg]:hidden">
      <Button
        variant="quiet"
        className="max-md:px-3"
        aria-label={words.viewOne(document.title)}
        onHoverStart={() => prepareViewerFor(document)}
        onFocus={() => prepareViewerFor(document)}
        onPress={() => open(document)}
      >
        {words.view}
      </Button>
      <Button
        variant="quiet"
        className="px-3"
        icon={<Pencil aria-hidden="true" />}
        aria-label={words.editOne(document.title)}
        onPress={() => manage.edit(document)}
      >
        {words.edit}
      </Button>
      <Button
        variant="quiet"
        className="px-3 text-error-text!"
        icon={<Trash2 aria-hidden="true" />}
        aria-label={words.deleteOne(document.title)}
        onPress={() => manage.remove(document)}
      >
        {words.delete}
      </Button>
    </div>
  )
}

const Details = ({ document, isNew }: { document: Document; isNew: boolean }) => {
  const words = useWords(documentsEn)
  const { pages, createdAt, fileSize } = document
  const [date, size] = [formatInstantDay(createdAt), formatBytes(fileSize)]
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-muted text-sm tabular-nums">
      {isNew && <Badge tone="primary">{words.isNew}</Badge>}
      {!isPdf(document) && typeLabel(document) && <Badge>{typeLabel(document)}</Badge>}
      {pages === null ? words.details(date, size) : words.detailsWithPages(pages, date, size)}
    </p>
  )
}

const Row = ({ document, query, actions, among }: Props) => {
  const { open, manage, star, arrivals } = actions
  const isNew = arrivals?.ids.has(document._id) ?? false
  // A row whose box is ticked is told by its colour too.
  const look = manage ? 'has-checked:bg-primary-soft' : 'hover:bg-hover'
  const mark = isNew ? `scroll-my-24 transition-colors duration-1000 ${arrivals?.isLit ? 'bg-primary-soft' : ''}` : ''
  return (
    <div
      ref={isNew ? arrivals?.rowShown : undefined}
      className={`relative flex min-h-18 flex-wrap items-center gap-x-3 rounded-lg px-2 py-2 ${look} ${mark}`}
    >
      {manage && <Tick {...{ document, among }} selection={manage.selection} />}
      <Cover document={document} />
      <div className="min-w-0 flex-1 basis-[8rem]">
        <DocumentTitle {...{ document, query, actions }} />
        <Details {...{ document, isNew }} />
      </div>
      {star && <div className="relative z-10">{star(document)}</div>}
      {manage && <AdminButtons {...{ document, open, manage }} />}
    </div>
  )
}

/** One document in the list. Scrolling draws the list anew at every step; a row that stays the same is left as it is. */
export const DocumentRow = memo(Row)
