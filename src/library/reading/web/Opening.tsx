import type { Document } from '#library/documents/documents.contract.ts'
import { useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'
import { ReaderLoading } from './ReaderLoading.tsx'
import { type Star, ViewerHeader, viewerOverlay, viewerWindow } from './ViewerHeader.tsx'

export type OpeningProps = { id: string; document: Document | undefined; star: Star | undefined; close: () => void }

/** Shown while the viewer's code loads, with everything known about the document. */
export const Opening = ({ id, document, star, close }: OpeningProps) => (
  <div className={`${viewerOverlay} h-dvh`}>
    <div className={viewerWindow}>
      <ViewerHeader title={document?.title} state={useWords(readingEn).loading} star={document && star?.(document)} onClose={close} />
      <ReaderLoading id={id} document={document} />
    </div>
  </div>
)
