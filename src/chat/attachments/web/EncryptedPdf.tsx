import { FileText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { AttachedFileViewer } from '#library/reading/web/readerCode.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { attachmentsApi } from '../attachments.contract.ts'
import { attachmentsEn } from '../attachments.en.ts'
import { attachmentId, type ShownFile } from './attachmentFile.ts'
import { FileCard } from './FileCard.tsx'
import { NotVerifiedError, wholeFile } from './wholeFile.ts'

type Opening =
  | { state: 'idle' }
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'open'; bytes: Uint8Array<ArrayBuffer> }

/** Holds the decrypted bytes while the reader is open. */
const useOpening = (attachment: ShownFile) => {
  const [opening, setOpening] = useState<Opening>({ state: 'idle' })
  const aborter = useRef<AbortController>(undefined)
  useEffect(() => () => aborter.current?.abort(), [])
  const open = async () => {
    aborter.current = new AbortController()
    const { signal } = aborter.current
    setOpening({ state: 'loading' })
    try {
      const file = await wholeFile(attachment, { signal })
      setOpening({ state: 'open', bytes: new Uint8Array(await file.arrayBuffer()) })
    } catch (error) {
      if (!signal.aborted) setOpening({ state: 'failed', error })
    }
  }
  return { opening, open: () => void open(), close: () => setOpening({ state: 'idle' }) }
}

/** A PDF that opens in the reader once it is completely downloaded and decrypted. */
export const EncryptedPdf = ({ attachment }: { attachment: ShownFile }) => {
  const words = useWords(attachmentsEn).view
  const { opening, open, close } = useOpening(attachment)
  const { originalName: title, url: fileUrl, size: fileSize, mediaType: fileType } = attachment
  const file = { _id: attachmentId(attachment), title, fileUrl, fileSize, fileType, coverUrl: null, endpoint: attachmentsApi.file }
  const isRefused = opening.state === 'failed' && opening.error instanceof NotVerifiedError
  const button = (
    <Button
      icon={<FileText aria-hidden="true" />}
      isPending={opening.state === 'loading'}
      pendingText={words.opening}
      onPress={open}
      onHoverStart={() => void AttachedFileViewer.load()}
    >
      {opening.state === 'failed' ? words.retry : words.open}
    </Button>
  )
  return (
    <>
      <FileCard attachment={attachment} actions={!isRefused && button}>
        {opening.state === 'failed' && (
          <p role="alert" className="text-sm">
            {isRefused ? words.notVerified : words.openFailed}
          </p>
        )}
      </FileCard>
      {opening.state === 'open' && <Embed screen={AttachedFileViewer} file={{ ...file, bytes: opening.bytes }} onClose={close} />}
    </>
  )
}
