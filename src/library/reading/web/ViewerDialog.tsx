import { useEffect, useEffectEvent, useId, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { type Document, documentsApi } from '#library/documents/documents.contract.ts'
import { CallError } from '#web/api/callError.ts'
import { useCall } from '#web/api/queryClient.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'
import { kindOf } from './fileKind.ts'
import { isBlockedShortcut } from './guard.ts'
import { HeaderSlot } from './headerSlot.ts'
import { OfficeDocument } from './OfficeDocument.tsx'
import './reader.css'
import { KeepInHeader } from './KeepInHeader.tsx'
import { PdfDocument } from './PdfDocument.tsx'
import { PictureDocument } from './picture/PictureReader.tsx'
import { ReaderLoading } from './ReaderLoading.tsx'
import { NoPreview, ReaderUnavailable } from './ReaderStates.tsx'
import { TableDocument } from './text/TableReader.tsx'
import { TextDocument } from './text/TextReader.tsx'
import { type Star, ViewerHeader, viewerOverlay, viewerWindow } from './ViewerHeader.tsx'

/** Blocks the shortcuts of saving, printing and developer tools while a document is open, wherever the focus is. */
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
  /** The document if known; otherwise it is loaded. */
  document: Document | undefined
  /** The page to open a PDF at, if the address names one. */
  page: number | undefined
  star?: Star | undefined
  onClose: () => void
}

type ContentProps = {
  id: string
  document: Document | undefined
  page: number | undefined
  failed: boolean
  onRetry: () => void
  onClose: () => void
}

const Content = ({ id, document, page, failed, onRetry, onClose }: ContentProps) => {
  if (failed) return <ReaderUnavailable onRetry={onRetry} onClose={onClose} />
  if (!document) return <ReaderLoading id={id} document={undefined} />
  const kind = kindOf(document.fileType)
  if (kind === 'pdf') return <PdfDocument {...{ document, page, onClose }} />
  if (kind === 'picture') return <PictureDocument {...{ document, onClose }} />
  if (kind === 'text') return <TextDocument {...{ document, onClose }} />
  if (kind === 'table') return <TableDocument {...{ document, onClose }} />
  if (kind === 'office') return <OfficeDocument {...{ document, onClose }} />
  return <NoPreview document={document} />
}

/**
 * The document, loaded if it is not known, and refetched after changes of the library. Closes the viewer when a document that was shown is
 * deleted; one that never existed stays "not available".
 */
const useShownDocument = (id: string, known: Document | undefined, onClose: () => void) => {
  const { closedDeleted } = useWords(readingEn)
  const options = { staleTime: Number.POSITIVE_INFINITY, ...(known && { initialData: known }) }
  const { data: document, error, isFetching, refetch } = useCall(documentsApi.read, { params: { id } }, options)
  // The cache may contain the error of a document that was restored since, so only the response to the latest request counts.
  const isGone = document !== undefined && !isFetching && error instanceof CallError && error.status === 404
  const gone = useEffectEvent(() => {
    if (document) toast.error(closedDeleted(document.title))
    onClose()
  })
  useEffect(() => {
    if (isGone) gone()
  }, [isGone])
  return { document, failed: !document && error !== null, retry: () => void refetch() }
}

export const ViewerDialog = ({ id, document: known, page, star, onClose }: Props) => {
  const words = useWords(readingEn)
  const { document, failed, retry } = useShownDocument(id, known, onClose)
  const heading = useId()
  const [slot, setSlot] = useState<HTMLElement | null>(null)
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
              star={
                document && (
                  <>
                    {kindOf(document.fileType) === 'pdf' && <span ref={setSlot} className="size-9 shrink-0 max-md:size-11" />}
                    <KeepInHeader document={document} />
                    {star?.(document)}
                  </>
                )
              }
              onClose={onClose}
            />
            <HeaderSlot value={slot}>
              <Content {...{ id, document, page, onClose }} failed={failed} onRetry={retry} />
            </HeaderSlot>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
