import { useRef, useState } from 'react'
import { onForget } from '#web/api/session.ts'
import { Recent } from '#web/recent.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { lazyScreen } from '#web/shell/screen.ts'
import { Button } from '#web/ui/Button.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { useWords } from '#web/words.ts'
import { attachmentsEn } from '../attachments.en.ts'
import type { ShownFile } from './attachmentFile.ts'
import { FileCard } from './FileCard.tsx'
import { type Preview, previews } from './fetched.ts'
import { useKept } from './kept.ts'
import { useNear } from './useNear.ts'
import { NotPictureError, NotVerifiedError } from './wholeFile.ts'

const pictureViewer = lazyScreen(async () => (await import('./PictureViewer.tsx')).PictureViewer)

const most = { width: 320, height: 360 }
const least = { width: 96, height: 64 }

/** Returns the size reserved for a picture before it is loaded, so that the layout does not shift. */
const boxOf = ({ width, height }: Pick<ShownFile, 'width' | 'height'>): { width: number; height: number } => {
  const [wide, high] = [width ?? most.width, height ?? most.height]
  const scale = Math.min(1, most.width / wide, most.height / high)
  return { width: Math.max(least.width, Math.round(wide * scale)), height: Math.max(least.height, Math.round(high * scale)) }
}

/** Sizes of encrypted pictures seen before, to reserve their space when they are shown again. */
const seenSizes = new Recent<string, { width: number; height: number }>(1_000)
onForget(() => seenSizes.clear())

const sizeOf = ({ url, width, height }: ShownFile, preview: Preview | undefined) => {
  if (preview?.width && preview.height) seenSizes.set(url, { width: preview.width, height: preview.height })
  return seenSizes.get(url) ?? { width, height }
}

/** A picture within the conversation; clicking it opens the viewer. */
export const AttachedPicture = ({ attachment: file }: { attachment: ShownFile }) => {
  const words = useWords(attachmentsEn).view
  const box = useRef<HTMLDivElement>(null)
  const { fetched, retry } = useKept(previews, file, useNear(box))
  const [isOpen, setOpen] = useState(false)
  const preview = fetched.state === 'there' ? fetched.value : undefined
  const attachment = { ...file, ...sizeOf(file, preview) }
  const { width, height } = boxOf(attachment)
  if (fetched.state === 'failed' && fetched.error instanceof NotPictureError) return <FileCard attachment={file} />
  const isRefused = fetched.state === 'failed' && fetched.error instanceof NotVerifiedError
  return (
    <div
      ref={box}
      className="relative max-w-full overflow-hidden rounded-lg bg-skeleton text-ink"
      style={{ width, aspectRatio: `${width} / ${height}` }}
    >
      {fetched.state === 'failed' ? (
        <div className="flex size-full flex-col items-center justify-center gap-2 overflow-auto bg-surface p-2 text-center text-sm">
          <p>{isRefused ? words.notVerified : words.pictureFailed}</p>
          {!isRefused && <Button onPress={retry}>{words.retry}</Button>}
        </div>
      ) : (
        <PlainButton
          aria-label={words.openPicture(attachment.originalName)}
          onPress={() => setOpen(true)}
          onHoverStart={() => void pictureViewer.load()}
          className="block size-full cursor-zoom-in -outline-offset-2"
        >
          {preview && <img src={preview.url} alt="" draggable={false} className="size-full object-scale-down" />}
        </PlainButton>
      )}
      {attachment.mediaType === 'image/gif' && (
        <span aria-hidden="true" className="absolute bottom-1 left-1 rounded-sm bg-surface px-1.5 font-semibold text-xs">
          {words.moving}
        </span>
      )}
      {isOpen && <Embed screen={pictureViewer} attachment={attachment} preview={preview?.url} onClose={() => setOpen(false)} />}
    </div>
  )
}
