import { formatBytes, formatBytesIn, useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'
import type { OpenedFile } from './openedFile.ts'

/** The width of the first page of most documents: the window's width, or A4 at 125 %. */
const sheet = 'reader-sheet h-fit w-full max-w-[992px] bg-surface shadow-sm'

type Props = {
  document: OpenedFile | undefined
  received?: number
  /** True while the document is not arriving. */
  isWaiting?: boolean
}

/** The cover in place of the first page, and how much of the file was received. */
export const ReaderLoading = ({ document, received = 0, isWaiting = false }: Props) => {
  const words = useWords(readingEn)
  const size = document?.fileSize ?? 0
  return (
    <div className="relative flex min-h-0 flex-1 justify-center overflow-hidden bg-skeleton p-3">
      {document?.coverUrl ? (
        <img src={document.coverUrl} alt="" draggable={false} className={sheet} />
      ) : (
        <div className={`aspect-[1/1.414] ${sheet}`} />
      )}
      <div className="absolute inset-x-3 top-1/3 flex justify-center">
        <div className="rounded-lg border border-line bg-surface px-4 py-2 text-center text-ink text-sm shadow-lg">
          <p role="status">{isWaiting ? words.waiting : words.loading}</p>
          {size > 0 && <p className="tabular-nums">{words.received(formatBytesIn(Math.min(received, size), size), formatBytes(size))}</p>}
        </div>
      </div>
    </div>
  )
}
