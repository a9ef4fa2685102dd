import { useEffect, useId } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { type Document, documentsApi } from '#features/documents/documents.contract.ts'
import { useCall } from '#web/api/queryClient.ts'
import { useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'
import { kindOf } from './fileKind.ts'
import { isBlockedShortcut } from './guard.ts'
import { OfficeDocument } from './OfficeDocument.tsx'
import './reader.css'
import { PdfDocument } from './PdfDocument.tsx'
import { PictureDocument } from './picture/PictureReader.tsx'
import { ReaderLoading } from './ReaderLoading.tsx'
import { NoPreview, ReaderUnavailable } from './ReaderStates.tsx'
import { TableDocument } from './text/TableReader.tsx'
import { TextDocument } from './text/TextReader.tsx'
import { type Star, ViewerHeader, viewerOverlay, viewerWindow } from './ViewerHeader.tsx'

/** Keeps saving, printing and the developer tools' shortcuts away while a document is open, wherever the focus is. */
const useBlockedShortcuts = () => {
  useEffect(() => {
    const block = (event: KeyboardEvent) => {
      if (!isBlockedShortcut(event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', block, { capture: true })
    return () => window.removeEventListener('keydown', block, { capture: true })
  }, [])
}

type Props = {
  id: string
  /** The document where it is known; it is asked for otherwise. */
  document: Document | undefined
  /** Where a PDF opens, where the address says so. */
  page: number | undefined
  star?: Star | undefined
  onClose: () => void
}

type ContentProps = { document: Document | undefined; page: number | undefined; failed: boolean; onRetry: () => void; onClose: () => void }

const Content = ({ document, page, failed, onRetry, onClose }: ContentProps) => {
  if (failed) return <ReaderUnavailable onRetry={onRetry} onClose={onClose} />
  if (!document) return <ReaderLoading document={undefined} />
  const kind = kindOf(document.fileType)
  if (kind === 'pdf') return <PdfDocument {...{ document, page, onClose }} />
  if (kind === 'picture') return <PictureDocument {...{ document, onClose }} />
  if (kind === 'text') return <TextDocument {...{ document, onClose }} />
  if (kind === 'table') return <TableDocument {...{ document, onClose }} />
  if (kind === 'office') return <OfficeDocument {...{ document, onClose }} />
  return <NoPreview fileType={document.fileType} />
}

/** The viewer. */
export const ViewerDialog = ({ id, document: known, page, star, onClose }: Props) => {
  const words = useWords(readingEn)
  const asked = useCall(documentsApi.read, { params: { id } }, { enabled: !known, staleTime: Number.POSITIVE_INFINITY })
  const document = known ?? asked.data
  const heading = useId()
  const failed = !document && asked.isError
  useBlockedShortcuts()
  return (
    <ModalOverlay isOpen onOpenChange={(open) => open || onClose()} className={`${viewerOverlay} h-(--visual-viewport-height)`}>
      <Modal className={`rise ${viewerWindow}`}>
        <Dialog aria-labelledby={heading} className="flex min-h-0 flex-1 flex-col outline-none">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps the context menu away and is no control itself */}
          <div className="flex min-h-0 flex-1 flex-col" onContextMenu={(event) => event.preventDefault()}>
            <ViewerHeader
              id={heading}
              title={document?.title}
              state={failed ? words.unavailable : words.loading}
              star={document && star?.(document)}
              onClose={onClose}
            />
            <Content {...{ document, page, onClose }} failed={failed} onRetry={() => void asked.refetch()} />
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
