import { useEffect, useRef, useState } from 'react'
import type { Document } from '#library/documents/documents.contract.ts'
import { useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'
import { isAttached } from './fileAddresses.ts'
import { firstPageSettled, noteDrawn } from './firstPagePicture.ts'
import { useNight } from './night.ts'
import type { OpenedFile } from './openedFile.ts'
import { openReading, type Reading, type ReadingOptions } from './openReading.ts'
import { PdfReader } from './PdfReader.tsx'
import { ReaderLoading } from './ReaderLoading.tsx'
import { ReaderTrouble, ReaderUnavailable } from './ReaderStates.tsx'
import { type Arrival, useKeepProgress, useStart } from './useStart.ts'

/** Phones with little memory, and networks that truncate large files, are mostly used with Android (specification, Document viewer). */
const isAndroid = (): boolean => /android/i.test(navigator.userAgent)

/** Keeps a document open while the component is mounted. */
const useReading = (document: OpenedFile, options: ReadingOptions) => {
  const [reading, setReading] = useState<Reading>({ state: 'loading' })
  const [received, setReceived] = useState(0)
  const [isShown, setShown] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const handle = useRef<ReturnType<typeof openReading>>(undefined)
  const latest = useRef({ document, options })
  latest.current = { document, options }
  // Refetching a row must not reopen its document.
  useEffect(() => {
    const tell = { reading: setReading, received: setReceived, waiting: setWaiting }
    let isMounted = true
    const open = () => {
      if (isMounted) handle.current = openReading(latest.current.document, latest.current.options, tell)
    }
    const picture = firstPageSettled(document._id)
    picture ? void picture.then(open) : open()
    return () => {
      isMounted = false
      handle.current?.close()
    }
  }, [document._id])
  const [report] = useState(() => ({
    painted: () => {
      setShown(true)
      noteDrawn()
      handle.current?.pageShown()
    },
    failed: () => handle.current?.noPageShown(),
  }))
  return { reading, received, isShown, isWaiting, report }
}

type Attempt = ReadingOptions & { readonly number: number; readonly start: Arrival | undefined }

type AttemptProps = {
  document: OpenedFile
  attempt: Attempt
  start: Arrival | undefined
  onPage: (page: number) => void
  again: (next: Partial<ReadingOptions>) => void
  onClose: () => void
}

/** One attempt to open a PDF: loading, open, or unavailable. A new key retries. */
const ReadingAttempt = ({ document, attempt, start, onPage, again, onClose }: AttemptProps) => {
  const words = useWords(readingEn)
  const { reading, received, isShown, isWaiting, report } = useReading(document, attempt)
  const isChanged = reading.state === 'failed' && reading.isChanged
  const latestAgain = useRef(again)
  latestAgain.current = again
  // The cached parts belong to a previous content: reopens the current one.
  useEffect(() => {
    if (isChanged) latestAgain.current({})
  }, [isChanged])
  if (reading.state === 'failed') {
    if (reading.needsPassword) return <ReaderUnavailable reason={words.needsPassword} onClose={onClose} />
    if (isAndroid() && !attempt.light) return <ReaderTrouble onLoad={() => again({ light: true })} onClose={onClose} />
    return <ReaderUnavailable onRetry={() => again({})} onClose={onClose} />
  }
  const loading = <ReaderLoading {...{ document, received, isWaiting }} />
  if (reading.state === 'loading' || !start) return loading
  const { title } = document
  return (
    <PdfReader
      {...{ title, start, isWaiting, onPage }}
      pdf={reading.pdf}
      documentId={isAttached(document) ? undefined : document._id}
      loading={!isShown && loading}
      onPainted={report.painted}
      onFailed={report.failed}
    />
  )
}

type PdfProps = { document: OpenedFile; first: Arrival | undefined; onPage: (page: number) => void; onClose: () => void }

/** A PDF in the viewer. A retry opens at the last page of the previous attempt. */
const PdfFile = ({ document, first, onPage: tell, onClose }: PdfProps) => {
  const [attempt, setAttempt] = useState<Attempt>({ number: 1, start: undefined, light: false })
  const reached = useRef<number>(undefined)
  const latest = useRef(tell)
  latest.current = tell
  const [onPage] = useState(() => (page: number) => {
    reached.current = page
    latest.current(page)
  })
  const again: AttemptProps['again'] = (options) =>
    setAttempt((before) => ({
      ...before,
      ...options,
      number: before.number + 1,
      start: reached.current === undefined ? before.start : { page: reached.current, continued: false },
    }))
  return (
    <div className={`contents ${useNight() ? 'reader-night' : ''}`}>
      <ReadingAttempt key={attempt.number} start={attempt.start ?? first} {...{ document, attempt, onPage, again, onClose }} />
    </div>
  )
}

/** A PDF of the library: opens at this person's saved page. */
export const PdfDocument = ({ document, page: asked, onClose }: { document: Document; page: number | undefined; onClose: () => void }) => {
  const first = useStart(document, asked)
  const onPage = useKeepProgress(document, first)
  return <PdfFile {...{ document, first, onPage, onClose }} />
}

const firstPage: Arrival = { page: 1, continued: false }
const forgetPage = (): void => {}

/** A PDF that is not a document of the library, so its reading position is not saved. */
export const AttachedPdf = ({ file, onClose }: { file: OpenedFile; onClose: () => void }) => (
  <PdfFile document={file} first={firstPage} onPage={forgetPage} onClose={onClose} />
)
