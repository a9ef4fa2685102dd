import { useId } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'
import type { AttachedFile } from './openedFile.ts'
import './reader.css'
import { AttachedPdf } from './PdfDocument.tsx'
import { PictureDocument } from './picture/PictureReader.tsx'
import { ViewerHeader, viewerOverlay, viewerWindow } from './ViewerHeader.tsx'

/** The viewer for a PDF or picture that is not a document of the library. */
export const AttachedFileDialog = ({ file, onClose }: { file: AttachedFile; onClose: () => void }) => {
  const words = useWords(readingEn)
  const heading = useId()
  return (
    <ModalOverlay isOpen onOpenChange={(open) => open || onClose()} className={`${viewerOverlay} h-(--visual-viewport-height)`}>
      <Modal className={`rise ${viewerWindow}`}>
        <Dialog aria-labelledby={heading} className="flex min-h-0 flex-1 flex-col outline-none">
          <ViewerHeader id={heading} title={file.title} state={words.loading} onClose={onClose} />
          {file.fileType === 'application/pdf' ? (
            <AttachedPdf {...{ file, onClose }} />
          ) : (
            <PictureDocument document={file} onClose={onClose} />
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
