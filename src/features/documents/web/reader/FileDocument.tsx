import type { ReactNode } from 'react'
import type { Document } from '../../documents.contract.ts'
import { type Making, type Opening, useFile } from './openFile.ts'
import { ReaderLoading, ReaderUnavailable } from './ReaderStates.tsx'

type Props<T> = Making<T> & {
  document: Document
  onClose: () => void
  children: (value: T) => ReactNode
}

const shown = <T,>(opening: Opening<T>, children: (value: T) => ReactNode, retry: () => void, onClose: () => void): ReactNode => {
  if (opening.state === 'failed') return <ReaderUnavailable onRetry={retry} onClose={onClose} />
  return opening.state === 'loading' ? <ReaderLoading received={opening.received} /> : children(opening.value)
}

/** A document that is fetched whole: loading, open, or not available. */
export const FileDocument = <T,>({ document, onClose, children, ...making }: Props<T>) => {
  const { opening, retry } = useFile(document, making)
  return shown(opening, children, retry, onClose)
}
