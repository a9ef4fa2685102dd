import { formatBytes, formatBytesIn, useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'
import { useFirstPage } from './firstPagePicture.ts'
import type { OpenedFile } from './openedFile.ts'

/** The width of the first page of most documents: the window's width, or A4 at 125 %. */
const sheet = 'reader-sheet h-fit w-full max-w-[992px] bg-surface shadow-sm'

type Props = {
  /** The id of the document, where only that is known. */
  id?: string
  document: OpenedFile | undefined
  received?: number
  /** True while the document is not arriving. */
  isWaiting?: boolean
}

/** The first page as a picture, or its cover, and how much of the file was received. */
export const ReaderLoading = ({ document, id = document?._id, received = 0, isWaiting = false }: Props) => {
  const words = useWords(readingEn)
  const picture = useFirstPage(id) ?? document?.coverUrl
  const size = document?.fileSize ?? 0
  return (
    <div className="relative flex min-h-0 flex-1 justify-center overflow-hidden bg-skeleton p-3">
      {picture ? <img src={picture} alt="" draggable={false} className={sheet} /> : <div className={`aspect-[1/1.414] ${sheet}`} />}
      {/* At the bottom, where it hides least of a page that can be read already. */}
      <div className="absolute inset-x-3 bottom-3 flex justify-center">
        <div className="rounded-lg border border-line bg-surface px-4 py-2 text-center text-ink text-sm shadow-lg">
          <p role="status">{isWaiting ? words.waiting : words.loading}</p>
          {size > 0 && <p className="tabular-nums">{words.received(formatBytesIn(Math.min(received, size), size), formatBytes(size))}</p>}
        </div>
      </div>
    </div>
  )
}
