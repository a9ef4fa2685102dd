import { Link } from 'react-router'
import type { ReadDocument } from '#library/reading/reading.contract.ts'
import { Cover } from '#library/reading/web/Cover.tsx'
import { linkToDocument } from '#library/reading/web/openDocument.ts'
import { usePrefetch } from '#web/shell/usePrefetch.ts'
import { Card } from '#web/ui/Card.tsx'
import { useWords } from '#web/words.ts'
import { homeEn } from '../dashboard.en.ts'

/** Opens unfinished documents at the page where the reader stopped, on any device. */
export const ContinueReading = ({ documents }: { documents: readonly ReadDocument[] }) => {
  const words = useWords(homeEn).continueReading
  if (documents.length === 0) return null
  return (
    <Card title={words.title}>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] gap-3">
        {documents.map((each) => (
          <li key={each._id}>
            <Unfinished document={each} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Unfinished = ({ document }: { document: ReadDocument }) => {
  const { title, page, pages } = document
  const words = useWords(homeEn).continueReading
  return (
    <Link
      {...linkToDocument(document)}
      {...usePrefetch('/documents')}
      className="-mx-3 flex h-full flex-wrap items-center gap-3 rounded-lg p-3 transition-colors duration-150 hover:bg-hover"
    >
      <Cover document={document} />
      <span className="min-w-0 flex-1 basis-[6rem]">
        <span dir="auto" className="line-clamp-3 font-medium wrap-anywhere">
          {title}
        </span>
        <span className="block text-muted text-sm tabular-nums">{pages === null ? words.page(page) : words.pageOf(page, pages)}</span>
        {pages !== null && <Bar share={page / pages} />}
      </span>
    </Link>
  )
}

/** Hidden from screen readers, since the figures beside it say the same. */
const Bar = ({ share }: { share: number }) => (
  <span aria-hidden="true" className="mt-2 block h-1.5 overflow-hidden rounded-full bg-tint-hover">
    <span className="block h-full origin-left bg-primary-fill" style={{ transform: `scaleX(${Math.min(1, share)})` }} />
  </span>
)
