import { useEffect, useRef, useState } from 'react'
import type { Document } from '../../documents.contract.ts'
import { openReading, type Reading } from './openReading.ts'
import { PdfReader } from './PdfReader.tsx'
import { ReaderLoading, ReaderUnavailable } from './ReaderStates.tsx'

/** Keeps a document open for as long as it is on screen. */
const useReading = (document: Document) => {
  const [reading, setReading] = useState<Reading>({ state: 'loading', received: 0 })
  const handle = useRef<ReturnType<typeof openReading>>(undefined)
  const latest = useRef(document)
  latest.current = document
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that is fetched again does not open its document anew
  useEffect(() => {
    const opened = openReading(latest.current, setReading)
    handle.current = opened
    return opened.close
  }, [document._id])
  const [report] = useState(() => ({
    painted: () => handle.current?.pageShown(),
    failed: () => handle.current?.pageFailed(),
  }))
  return { reading, report }
}

type Props = { document: Document; startPage: number; onPage: (page: number) => void; onRetry: () => void; onClose: () => void }

/** One attempt at reading a PDF: loading, open, or not available. Another key tries again. */
export const DocumentReading = ({ document, startPage, onPage, onRetry, onClose }: Props) => {
  const { reading, report } = useReading(document)
  if (reading.state === 'failed') return <ReaderUnavailable onRetry={onRetry} onClose={onClose} />
  if (reading.state === 'loading') return <ReaderLoading received={reading.received} />
  return (
    <PdfReader pdf={reading.pdf} title={document.title} {...{ startPage, onPage }} onPainted={report.painted} onFailed={report.failed} />
  )
}
