import { X } from 'lucide-react'
import { useEffect, useId } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useCall } from '#web/api/queryClient.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { type Document, documentsApi } from '../../documents.contract.ts'
import { documentsEn } from '../../documents.en.ts'
import { kindOf } from './fileKind.ts'
import { isBlockedShortcut } from './guard.ts'
import './reader.css'
import { PdfDocument } from './PdfDocument.tsx'
import { PictureDocument } from './picture/PictureReader.tsx'
import { NoPreview, ReaderLoading, ReaderUnavailable } from './ReaderStates.tsx'
import { TableDocument } from './text/TableReader.tsx'
import { TextDocument } from './text/TextReader.tsx'

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
  onClose: () => void
}

type ContentProps = { document: Document | undefined; page: number | undefined; failed: boolean; onRetry: () => void; onClose: () => void }

const Content = ({ document, page, failed, onRetry, onClose }: ContentProps) => {
  if (failed) return <ReaderUnavailable onRetry={onRetry} onClose={onClose} />
  if (!document) return <ReaderLoading received={0} />
  const kind = kindOf(document.fileType)
  if (kind === 'pdf') return <PdfDocument {...{ document, page, onClose }} />
  if (kind === 'picture') return <PictureDocument {...{ document, onClose }} />
  if (kind === 'text') return <TextDocument {...{ document, onClose }} />
  if (kind === 'table') return <TableDocument {...{ document, onClose }} />
  return <NoPreview fileType={document.fileType} />
}

/** The viewer: over the whole window on a phone, over nearly all of it elsewhere. */
export const ViewerDialog = ({ id, document: known, page, onClose }: Props) => {
  const words = useWords(documentsEn).reader
  const asked = useCall(documentsApi.read, { params: { id } }, { enabled: !known, staleTime: Number.POSITIVE_INFINITY })
  const document = known ?? asked.data
  const heading = useId()
  useBlockedShortcuts()
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => open || onClose()}
      className="fixed inset-0 z-50 flex h-(--visual-viewport-height) bg-overlay md:p-4 print:hidden"
    >
      <Modal className="rise mx-auto flex w-full max-w-[1400px] flex-col overflow-hidden bg-surface text-ink md:rounded-lg md:shadow-lg">
        <Dialog aria-labelledby={heading} className="flex min-h-0 flex-1 flex-col outline-none">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps the context menu away and is no control itself */}
          <div className="flex min-h-0 flex-1 flex-col" onContextMenu={(event) => event.preventDefault()}>
            <header className="flex shrink-0 items-center gap-2 border-line border-b py-1 pr-1 pl-4">
              <Heading id={heading} slot="title" level={2} dir="auto" className="min-w-0 flex-1 truncate font-semibold">
                {document?.title ?? words.untitled}
              </Heading>
              <IconButton label={words.close} onPress={onClose}>
                <X />
              </IconButton>
            </header>
            <Content {...{ document, page, onClose }} failed={!document && asked.isError} onRetry={() => void asked.refetch()} />
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
