import { FileText } from 'lucide-react'
import { useRef, useState } from 'react'
import { AttachedFileViewer } from '#library/reading/web/readerCode.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { Button } from '#web/ui/Button.tsx'
import { formatBytes, useWords } from '#web/words.ts'
import { attachmentsApi } from '../attachments.contract.ts'
import { attachmentsEn } from '../attachments.en.ts'
import { attachmentId, type ShownFile } from './attachmentFile.ts'
import { FileCard } from './FileCard.tsx'
import { beginnings, textBytes } from './fetched.ts'
import { useKept } from './kept.ts'
import { Player } from './Player.tsx'
import { useNear } from './useNear.ts'
import { NotVerifiedError } from './wholeFile.ts'

type Props = { attachment: ShownFile }

/** A PDF opens in the reader. */
export const AttachedPdf = ({ attachment }: Props) => {
  const words = useWords(attachmentsEn).view
  const [isOpen, setOpen] = useState(false)
  const { originalName: title, url: fileUrl, size: fileSize, mediaType: fileType } = attachment
  const file = { _id: attachmentId(attachment), title, fileUrl, fileSize, fileType, coverUrl: null, endpoint: attachmentsApi.file }
  const open = (
    <Button icon={<FileText aria-hidden="true" />} onPress={() => setOpen(true)} onHoverStart={() => void AttachedFileViewer.load()}>
      {words.open}
    </Button>
  )
  return (
    <>
      <FileCard attachment={attachment} actions={open} />
      {isOpen && <Embed screen={AttachedFileViewer} file={file} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Shows the beginning of a text file, as plain text only. */
export const AttachedText = ({ attachment }: Props) => {
  const words = useWords(attachmentsEn).view
  const box = useRef<HTMLDivElement>(null)
  const { fetched, retry } = useKept(beginnings, attachment, useNear(box))
  const { originalName, size } = attachment
  const isRefused = fetched.state === 'failed' && fetched.error instanceof NotVerifiedError
  return (
    <FileCard attachment={attachment}>
      <div ref={box} className="h-32 overflow-hidden rounded-sm border border-line bg-background">
        {fetched.state === 'there' && (
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard
            tabIndex={0}
            aria-label={words.beginning(originalName)}
            className="h-full overflow-auto overscroll-contain -outline-offset-2"
          >
            <pre dir="auto" className="wrap-anywhere whitespace-pre-wrap p-2 font-sans text-sm">
              {fetched.value}
            </pre>
          </section>
        )}
        {fetched.state === 'failed' && (
          <div className="flex h-full flex-col items-center justify-center gap-2 p-2 text-center text-sm">
            <p>{isRefused ? words.notVerified : words.textFailed}</p>
            {!isRefused && <Button onPress={retry}>{words.retry}</Button>}
          </div>
        )}
      </div>
      {size > textBytes && <p className="text-muted text-sm">{words.cut(formatBytes(textBytes), formatBytes(size))}</p>}
    </FileCard>
  )
}

/** Plays audio or video in place. */
export const AttachedRecording = ({ attachment, kind }: Props & { kind: 'audio' | 'video' }) => (
  <FileCard attachment={attachment}>
    <Player attachment={attachment} kind={kind} />
  </FileCard>
)
