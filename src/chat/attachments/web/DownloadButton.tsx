import { Download, X } from 'lucide-react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { formatPercent, useWords } from '#web/words.ts'
import { attachmentsEn } from '../attachments.en.ts'
import type { ShownFile } from './attachmentFile.ts'
import { useDownload } from './useDownload.ts'

/** Saves the file, shows the progress, and can cancel it. */
export const DownloadButton = ({ attachment }: { attachment: ShownFile }) => {
  const words = useWords(attachmentsEn).view
  const { share, cancel, start } = useDownload(attachment)
  const name = attachment.originalName
  if (share === undefined || !cancel)
    return (
      <IconButton label={words.downloadOf(name)} onPress={start}>
        <Download />
      </IconButton>
    )
  return (
    <span className="inline-flex shrink-0 items-center">
      <span
        role="progressbar"
        aria-label={words.downloading(name)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(100 * share)}
        className="text-sm tabular-nums"
      >
        {formatPercent(share)}
      </span>
      <IconButton label={words.cancel(name)} onPress={cancel} autoFocus>
        <X />
      </IconButton>
    </span>
  )
}
