import { useEffect, useState } from 'react'
import type { Document } from '#library/documents/documents.contract.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { type OfficeView, readingApi } from '../reading.contract.ts'
import { readingEn } from '../reading.en.ts'
import { ReaderLoading } from './ReaderLoading.tsx'
import { NoPreview, ReaderOutdated, ReaderUnavailable } from './ReaderStates.tsx'

type Asked = OfficeView | 'failed' | undefined

/** Loads once, and again only on request: a link is valid for five minutes, and the view must not be replaced while someone reads. */
const useOfficeView = (id: string): { view: Asked; again: () => void } => {
  const [view, setView] = useState<Asked>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads it again
  useEffect(() => {
    let left = false
    const show = (answer: Asked) => left || setView(answer)
    setView(undefined)
    call(readingApi.office, { params: { id } }).then(show, () => show('failed'))
    return () => {
      left = true
    }
  }, [id, attempt])
  return { view, again: () => setAttempt(attempt + 1) }
}

/** True once the page's Content Security Policy has blocked a frame. */
const useRefusedFrame = (): boolean => {
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    const judge = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src') setRefused(true)
    }
    document.addEventListener('securitypolicyviolation', judge)
    return () => document.removeEventListener('securitypolicyviolation', judge)
  }, [])
  return refused
}

type FrameProps = { title: string; viewer: NonNullable<OfficeView['viewer']>; url: string; onAgain: () => void }

/** The external viewer, with a notice above it that says where the file is sent. */
const ViewerFrame = ({ title, viewer, url, onAgain }: FrameProps) => {
  const words = useWords(readingEn).office
  const company = words.names[viewer]
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 border-line border-b bg-surface px-4 py-2">
        <p className="text-sm">{words.sent(company)}</p>
        <Button onPress={onAgain}>{words.again}</Button>
      </div>
      <iframe
        key={url}
        src={url}
        title={words.frame(title, company)}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        referrerPolicy="no-referrer"
        className="min-h-0 w-full flex-1 border-0 bg-background"
      />
    </>
  )
}

type Props = { document: Document; onClose: () => void }

/** An Office file in the external viewer that an admin has chosen, or the reason why there is none. */
export const OfficeDocument = ({ document, onClose }: Props) => {
  const { view, again } = useOfficeView(document._id)
  const isRefused = useRefusedFrame()
  if (view === 'failed') return <ReaderUnavailable onRetry={again} onClose={onClose} />
  if (!view) return <ReaderLoading document={document} />
  const { viewer, viewerUrl, reason } = view
  if (viewer === null || viewerUrl === null) return <NoPreview document={document} reason={reason ?? 'off'} />
  if (isRefused) return <ReaderOutdated onReload={() => window.location.reload()} onClose={onClose} />
  return <ViewerFrame title={document.title} viewer={viewer} url={viewerUrl} onAgain={again} />
}
