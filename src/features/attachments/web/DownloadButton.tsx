import { Download, X } from 'lucide-react'
import type { Attachment } from '#features/chat/chat.shapes.contract.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { attachmentsEn } from '../attachments.en.ts'
import { useDownload } from './useDownload.ts'

/** Saves the file; it shows how far that is, and can stop it. */
export const DownloadButton = ({ attachment }: { attachment: Attachment }) => {
  const words = useWords(attachmentsEn).view
  const { share, cancel, start } = useDownload(attachment)
  const isRunning = share !== undefined
  return (
    <span className="inline-flex items-center gap-1">
      <Button
        icon={<Download aria-hidden="true" />}
        isPending={isRunning}
        pendingText={words.downloading(share ?? 0)}
        onPress={start}
        {...(!isRunning && { 'aria-label': words.downloadOf(attachment.originalName) })}
      >
        {words.download}
      </Button>
      {cancel && (
        <IconButton label={words.cancel(attachment.originalName)} onPress={cancel}>
          <X />
        </IconButton>
      )}
    </span>
  )
}
