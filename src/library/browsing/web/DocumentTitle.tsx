import type { Document } from '#library/documents/documents.contract.ts'
import { prepareViewerFor } from '#library/reading/web/readerCode.ts'
import { Highlighted } from '#web/ui/Highlighted.tsx'
import type { RowActions } from './rowActions.ts'

type Props = { document: Document; query: string; actions: RowActions }

/** The title. Without a separate View button it opens the document, and its hit area covers the whole row or card. */
export const DocumentTitle = ({ document, query, actions }: Props) => {
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
      // Read as one phrase: the highlighted matches would split the title.
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
