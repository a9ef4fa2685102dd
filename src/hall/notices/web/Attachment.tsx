import { FileText, ImageIcon } from 'lucide-react'
import { useState } from 'react'
import { AttachedFileViewer } from '#library/reading/web/readerCode.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { formatBytes, useWords } from '#web/words.ts'
import { noticesApi } from '../notices.contract.ts'
import { noticesEn } from '../notices.en.ts'
import type { Notice, ReadableNotice } from '../notices.shapes.contract.ts'
import { AttachedPicture } from './AttachedPicture.tsx'

type Props = {
  notice: Pick<Notice | ReadableNotice, '_id' | 'title' | 'attachment' | 'updatedAt'>
  /** Shows only the name, where a picture would take too much room. */
  isSmall?: boolean
}

/** The attachment of a notice: pictures are shown inline, and both types open in the viewer. */
export const Attachment = ({ notice, isSmall = false }: Props) => {
  const words = useWords(noticesEn).attachment
  const [isOpen, setOpen] = useState(false)
  const { attachment, _id, title } = notice
  if (!attachment) return null
  const { name, size, type, url } = attachment
  const isPicture = type === 'image/webp'
  const Icon = isPicture ? ImageIcon : FileText
  const file = { _id, title: name, fileUrl: url, fileSize: size, fileType: type, coverUrl: null, endpoint: noticesApi.attachment }
  return (
    <>
      {isPicture && !isSmall && <AttachedPicture url={url} version={notice.updatedAt} title={title} />}
      <PlainButton
        onPress={() => setOpen(true)}
        onHoverStart={() => void AttachedFileViewer.load()}
        className="inline-flex min-h-8 max-w-full cursor-pointer items-center gap-2 self-start rounded-lg text-primary-text text-sm underline underline-offset-4 max-md:min-h-11"
      >
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        <span className="sr-only">{words.open}</span>
        <span dir="auto" className="min-w-0 text-left wrap-anywhere">
          {name}
        </span>
        <span className="whitespace-nowrap text-muted no-underline tabular-nums">{formatBytes(size)}</span>
      </PlainButton>
      {isOpen && <Embed screen={AttachedFileViewer} file={file} onClose={() => setOpen(false)} />}
    </>
  )
}
