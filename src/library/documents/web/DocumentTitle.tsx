import { prepareViewerFor } from '#library/reading/web/readerCode.ts'
import { Highlighted } from '#web/ui/Highlighted.tsx'
import type { Document } from '../documents.contract.ts'
import type { RowActions } from './DocumentRow.tsx'

type Props = { document: Document; query: string; actions: RowActions }

/** The title, which opens the document where there is no button of its own for that: anywhere on what it stands in. */
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
