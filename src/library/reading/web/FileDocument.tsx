import type { ReactNode } from 'react'
import type { OpenedFile } from './openedFile.ts'
import { type Making, useFile } from './openFile.ts'
import { ReaderLoading } from './ReaderLoading.tsx'
import { ReaderUnavailable } from './ReaderStates.tsx'

type Props<T> = Making<T> & {
  document: OpenedFile
  onClose: () => void
  children: (value: T) => ReactNode
}

/** A document that is loaded completely before it is shown: loading, open, or unavailable. */
export const FileDocument = <T,>({ document, onClose, children, ...making }: Props<T>) => {
  const { opening, retry } = useFile(document, making)
  if (opening.state === 'failed') return <ReaderUnavailable onRetry={retry} onClose={onClose} />
  return opening.state === 'loading' ? <ReaderLoading document={document} received={opening.received} /> : children(opening.value)
}
