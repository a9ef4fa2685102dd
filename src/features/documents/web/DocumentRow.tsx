import { FileText, Trash2 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { formatBytes, formatInstantDay, useWords } from '#web/words.ts'
import type { Document } from '../documents.contract.ts'
import { documentsEn } from '../documents.en.ts'
import { prepareViewer } from './DocumentViewer.tsx'
import { Highlighted } from './Highlighted.tsx'

/** What a reader may do with a row, by role. */
export type RowActions = {
  open: (document: Document) => void
  /** There for those who have View and Delete instead of a row to press. */
  remove?: (document: Document) => void
  /** The star, for those who have favourites. */
  star?: (document: Document) => ReactNode
}

type Props = { document: Document; query: string; actions: RowActions }

const Title = ({ document, query, actions }: Props) => {
  const title = <Highlighted text={document.title} query={query} />
  if (actions.remove) return <span className="wrap-anywhere">{title}</span>
  return (
    <button
      type="button"
      // Read as one: the marks would cut the title into pieces.
      aria-label={document.title}
      onClick={() => actions.open(document)}
      onPointerEnter={prepareViewer}
      onFocus={prepareViewer}
      className="cursor-pointer text-left wrap-anywhere after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
    >
      {title}
    </button>
  )
}

const AdminButtons = ({ document, actions }: Omit<Props, 'query'>) => {
  const words = useWords(documentsEn)
  return (
    <div className="flex gap-1 max-md:w-full max-md:pl-8">
      <Button
        variant="quiet"
        className="max-md:-ml-3 max-md:px-3"
        aria-label={words.viewOne(document.title)}
        onHoverStart={prepareViewer}
        onFocus={prepareViewer}
        onPress={() => actions.open(document)}
      >
        {words.view}
      </Button>
      <Button
        variant="quiet"
        className="text-error-text! max-md:px-3"
        aria-label={words.deleteOne(document.title)}
        onPress={() => actions.remove?.(document)}
      >
        <Trash2 aria-hidden="true" />
        {words.delete}
      </Button>
    </div>
  )
}

const Row = ({ document, query, actions }: Props) => {
  const words = useWords(documentsEn)
  return (
    <div
      className={`relative flex min-h-12 flex-wrap items-center gap-x-3 rounded-lg px-2 py-1.5 ${actions.remove ? '' : 'hover:bg-hover'}`}
    >
      <FileText aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <Title {...{ document, query, actions }} />
        <p className="text-muted text-sm tabular-nums">
          {words.details(formatInstantDay(document.createdAt), formatBytes(document.fileSize))}
        </p>
      </div>
      {actions.star && <div className="relative z-10">{actions.star(document)}</div>}
      {actions.remove && <AdminButtons {...{ document, actions }} />}
    </div>
  )
}

/** One document in the list. Scrolling draws the list anew at every step; a row that stays the same is left as it is. */
export const DocumentRow = memo(Row)
