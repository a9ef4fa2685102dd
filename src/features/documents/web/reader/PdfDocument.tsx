import { useEffect, useRef, useState } from 'react'
import type { Document } from '../../documents.contract.ts'
import { openReading, type Reading, type ReadingOptions } from './openReading.ts'
import { PdfReader } from './PdfReader.tsx'
import { ReaderLoading, ReaderTrouble, ReaderUnavailable } from './ReaderStates.tsx'
import { type Start, useKeepProgress, useStart } from './useStart.ts'

/** Phones with little memory and networks that break large files are mostly Android's (specification, Document viewer). */
const isAndroid = (): boolean => /android/i.test(navigator.userAgent)

/** Keeps a document open for as long as it is on screen. */
const useReading = (document: Document, options: ReadingOptions) => {
  const [reading, setReading] = useState<Reading>({ state: 'loading', received: 0 })
  const handle = useRef<ReturnType<typeof openReading>>(undefined)
  const latest = useRef({ document, options })
  latest.current = { document, options }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that is fetched again does not open its document anew
  useEffect(() => {
    const opened = openReading(latest.current.document, latest.current.options, setReading)
    handle.current = opened
    return opened.close
  }, [document._id])
  const [report] = useState(() => ({
    painted: () => handle.current?.pageShown(),
    failed: (page: number) => handle.current?.pageFailed(page),
  }))
  return { reading, report }
}

type Attempt = ReadingOptions & { readonly number: number; readonly start: Start | undefined }

type AttemptProps = {
  document: Document
  attempt: Attempt
  start: Start | undefined
  onPage: (page: number) => void
  again: (next: Partial<ReadingOptions> & { page?: number }) => void
  onClose: () => void
}

/** One attempt at reading a PDF: loading, open, or not available. Another key tries again. */
const ReadingAttempt = ({ document, attempt, start, onPage, again, onClose }: AttemptProps) => {
  const { reading, report } = useReading(document, attempt)
  if (reading.state === 'failed') {
    if (isAndroid() && !attempt.light && !reading.readOn) return <ReaderTrouble onLoad={() => again({ light: true })} onClose={onClose} />
    const { readOn } = reading
    return (
      <ReaderUnavailable
        onRetry={() => again({})}
        readOn={readOn === undefined ? undefined : { page: readOn, go: () => again({ tolerant: true, page: readOn }) }}
        onClose={onClose}
      />
    )
  }
  if (reading.state === 'loading' || !start) return <ReaderLoading received={reading.state === 'loading' ? reading.received : 0} />
  return (
    <PdfReader pdf={reading.pdf} title={document.title} start={start} onPage={onPage} onPainted={report.painted} onFailed={report.failed} />
  )
}

/** A PDF in the viewer. It opens where this person stopped reading, and another attempt where the one before stopped. */
export const PdfDocument = ({ document, page: asked, onClose }: { document: Document; page: number | undefined; onClose: () => void }) => {
  const first = useStart(document, asked)
  const [attempt, setAttempt] = useState<Attempt>({ number: 1, start: undefined, light: false, tolerant: false })
  const reached = useRef<number>(undefined)
  const keep = useKeepProgress(document, first)
  const latest = useRef(keep)
  latest.current = keep
  const [onPage] = useState(() => (page: number) => {
    reached.current = page
    latest.current(page)
  })
  const again: AttemptProps['again'] = ({ page = reached.current, ...options }) =>
    setAttempt((before) => ({
      ...before,
      ...options,
      number: before.number + 1,
      start: page === undefined ? before.start : { page, continued: false },
    }))
  return <ReadingAttempt key={attempt.number} start={attempt.start ?? first} {...{ document, attempt, onPage, again, onClose }} />
}
