import { ArrowDown } from 'lucide-react'
import type { Document } from '#library/documents/documents.contract.ts'
import type { TextHit } from '#library/extraction/extraction.contract.ts'
import { Cover } from '#library/reading/web/Cover.tsx'
import { prepareViewerFor } from '#library/reading/web/readerCode.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { HighlightedWords } from '#web/ui/Highlighted.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { RowsSkeleton } from '#web/ui/RowsSkeleton.tsx'
import { errorParts, useWords } from '#web/words.ts'
import { insideEn } from '../browsing.inside.en.ts'
import type { useInside } from './inside.queries.ts'

const headingId = 'inside-documents'
const goInside = (): void => {
  const heading = document.getElementById(headingId)
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'start' })
}

/** A link from the matches in titles to those in texts. */
export const JumpInside = () => {
  const words = useWords(insideEn)
  return (
    <Button
      variant="quiet"
      className="px-2! max-md:-my-2"
      icon={<ArrowDown aria-hidden="true" />}
      onPress={goInside}
      aria-label={words.jump}
    >
      <span className="md:hidden">{words.jumpShort}</span>
      <span className="max-md:hidden">{words.jump}</span>
    </Button>
  )
}

type Open = (document: Document, page: number) => void
type HitProps = { hit: TextHit; query: string; open: Open }

const Hit = ({ hit: { document, page, snippet }, query, open }: HitProps) => {
  const words = useWords(insideEn)
  const { title, category } = document
  return (
    <div className="relative flex min-h-18 gap-x-3 rounded-lg px-2 py-2 hover:bg-hover">
      <Cover document={document} />
      <div className="min-w-0 flex-1">
        <button
          type="button"
          dir="auto"
          aria-label={words.open(title, page)}
          onClick={() => open(document, page)}
          onPointerEnter={() => prepareViewerFor(document)}
          onFocus={() => prepareViewerFor(document)}
          className="block w-full cursor-pointer text-start font-medium wrap-anywhere after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
        >
          {title}
        </button>
        <p className="text-muted text-sm tabular-nums wrap-anywhere">
          {category ? words.pageAndCategory(page, category.name) : words.page(page)}
        </p>
        <p dir="auto" className="mt-1 line-clamp-3 text-sm wrap-anywhere">
          <HighlightedWords text={snippet} query={query} />
        </p>
      </div>
    </div>
  )
}

/** Height in pixels of a hit whose title and snippet fit on two lines. */
const usualHeight = 112

type Props = { of: ReturnType<typeof useInside>; query: string; open: Open }

const Hits = ({ of: pages, query, open }: Props) => {
  const words = useWords(insideEn)
  if (pages.isError && pages.items.length === 0) {
    return <ErrorState {...errorParts(pages.error, words.failed)} onRetry={() => void pages.refetch()} isRetrying={pages.isFetching} />
  }
  if (pages.isPending) return <RowsSkeleton rows={3} />
  if (pages.items.length === 0) return <p className="px-2 text-muted">{words.none}</p>
  return (
    <div className={pages.isPlaceholderData ? 'opacity-60' : ''}>
      <RowList
        items={pages.items}
        label={words.list}
        keyOf={({ document: { _id } }) => _id}
        row={(hit) => <Hit {...{ hit, query, open }} />}
        usualHeight={usualHeight}
      />
      <LoadMore of={pages} />
    </div>
  )
}

/** The second group of search results: matches in the texts of documents. It loads independently of the first. */
export const InsideDocuments = (props: Props) => {
  const words = useWords(insideEn)
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <div>
        <h2 id={headingId} tabIndex={-1} className="scroll-mt-20 font-semibold text-lg">
          {words.title}
        </h2>
        <p className="text-muted text-sm max-md:hidden">{words.about}</p>
      </div>
      <Hits {...props} />
    </section>
  )
}
