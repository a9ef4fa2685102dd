import { Pencil, Trash2 } from 'lucide-react'
import { type ChangeEvent, memo, type ReactNode } from 'react'
import { Cover } from '#features/extraction/web/Cover.tsx'
import { isPdf, typeLabel } from '#features/reading/web/documentType.ts'
import { prepareViewerFor } from '#features/reading/web/readerCode.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Highlighted } from '#web/ui/Highlighted.tsx'
import { formatBytes, formatInstantDay, useWords } from '#web/words.ts'
import type { Document } from '../documents.contract.ts'
import { documentsEn } from '../documents.en.ts'
import { goToSelectionBar } from './SelectionBar.tsx'
import { type Selection, useChosen, useIsChosen } from './useSelection.ts'

/** What a reader may do with a row, by role. */
export type RowActions = {
  open: (document: Document, page?: number) => void
  /** For those who have View, Edit and Delete instead of a row to press. */
  manage?: { edit: (document: Document) => void; remove: (document: Document) => void; selection: Selection }
  /** The star, for those who have favourites. */
  star?: (document: Document) => ReactNode
}

type Props = {
  document: Document
  query: string
  actions: RowActions
  /** The list that the row stands in. */
  among: readonly Document[]
}
type Managed = { document: Document; open: RowActions['open']; manage: NonNullable<RowActions['manage']> }

const Title = ({ document, query, actions }: Omit<Props, 'among'>) => {
  const title = <Highlighted text={document.title} query={query} />
  if (actions.manage)
    return (
      <p dir="auto" className="text-left wrap-anywhere">
        {title}
      </p>
    )
  return (
    <button
      type="button"
      dir="auto"
      // Read as one: the marks would cut the title into pieces.
      aria-label={document.title}
      onClick={() => actions.open(document)}
      onPointerEnter={() => prepareViewerFor(document)}
      onFocus={() => prepareViewerFor(document)}
      className="block w-full cursor-pointer text-left wrap-anywhere after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
    >
      {title}
    </button>
  )
}

/** The bar stands at the end of what may be hundreds of rows: a keyboard jumps there from any that is ticked. */
const ToActions = ({ selection }: { selection: Selection }) => {
  const words = useWords(documentsEn).selection
  return (
    <button
      type="button"
      onClick={goToSelectionBar}
      className="sr-only rounded bg-surface px-3 py-2 focus-visible:not-sr-only focus-visible:absolute focus-visible:top-1 focus-visible:left-12 focus-visible:z-10"
    >
      {words.toActions(useChosen(selection).length)}
    </button>
  )
}

/** Ticks the document; with Shift, all from the one ticked before. */
const Tick = ({ document, among, selection }: { document: Document; among: readonly Document[]; selection: Selection }) => {
  const words = useWords(documentsEn).selection
  const isOn = useIsChosen(selection, document._id)
  const onChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
    selection.choose(document, target.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey ? among : undefined)
  return (
    <>
      <label className="-mx-1 flex size-10 shrink-0 cursor-pointer items-center justify-center rounded-lg max-md:size-11">
        <input
          type="checkbox"
          aria-label={words.one(document.title)}
          checked={isOn}
          onChange={onChange}
          className="size-5 cursor-pointer accent-primary-fill"
        />
      </label>
      {isOn && <ToActions selection={selection} />}
    </>
  )
}

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

const Details = ({ document }: { document: Document }) => {
  const words = useWords(documentsEn)
  const { pages, createdAt, fileSize } = document
  const [date, size] = [formatInstantDay(createdAt), formatBytes(fileSize)]
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-muted text-sm tabular-nums">
      {!isPdf(document) && typeLabel(document) && <Badge>{typeLabel(document)}</Badge>}
      {pages === null ? words.details(date, size) : words.detailsWithPages(pages, date, size)}
    </p>
  )
}

const Row = ({ document, query, actions, among }: Props) => {
  const { open, manage, star } = actions
  // A row whose box is ticked is told by its colour too.
  const look = manage ? 'has-checked:bg-primary-soft' : 'hover:bg-hover'
  return (
    <div className={`relative flex min-h-18 flex-wrap items-center gap-x-3 rounded-lg px-2 py-2 ${look}`}>
      {manage && <Tick {...{ document, among }} selection={manage.selection} />}
      <Cover document={document} />
      <div className="min-w-0 flex-1 basis-[8rem]">
        <Title {...{ document, query, actions }} />
        <Details document={document} />
      </div>
      {star && <div className="relative z-10">{star(document)}</div>}
      {manage && <AdminButtons {...{ document, open, manage }} />}
    </div>
  )
}

/** One document in the list. Scrolling draws the list anew at every step; a row that stays the same is left as it is. */
export const DocumentRow = memo(Row)
