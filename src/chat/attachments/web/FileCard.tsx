import { File, FileArchive, FileAudio, FileText, FileVideo, ImageIcon, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { typeLabel } from '#library/reading/web/documentType.ts'
import { formatBytes } from '#web/words.ts'
import type { ShownFile } from './attachmentFile.ts'
import { DownloadButton } from './DownloadButton.tsx'

const icons: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^audio\//, FileAudio],
  [/^video\//, FileVideo],
  [/^image\//, ImageIcon],
  [/zip$/, FileArchive],
  [/^(?:text|application\/(?:pdf|msword|vnd))/, FileText],
]

const iconOf = (mediaType: string): LucideIcon => icons.find(([types]) => types.test(mediaType))?.[1] ?? File

type Props = {
  attachment: ShownFile
  /** Actions besides saving the file. */
  actions?: ReactNode
  /** A preview of the content. */
  children?: ReactNode
}

/** Shows a file's name, kind and size. */
export const FileCard = ({ attachment, actions, children }: Props) => {
  const { originalName, mediaType, size } = attachment
  const Icon = iconOf(mediaType)
  const label = typeLabel({ fileType: mediaType, fileName: originalName })
  return (
    <div className="flex w-80 max-w-full flex-col gap-2 rounded-lg border border-line bg-surface p-2 pl-3 text-ink">
      <div className="flex items-start gap-3">
        <Icon aria-hidden="true" className="mt-1.5 size-6 shrink-0 text-muted" />
        <p className="min-w-0 flex-1 py-1">
          <span dir="auto" className="line-clamp-3 font-medium wrap-anywhere" title={originalName}>
            {originalName}
          </span>
          <span className="text-muted text-sm tabular-nums">{[label, formatBytes(size)].filter(Boolean).join(' · ')}</span>
        </p>
        <DownloadButton attachment={attachment} />
      </div>
      {children}
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}
