import { Download, Pause, Play, RotateCcw, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { useReducedMotion } from '#web/ui/useReducedMotion.ts'
import { formatPercent, useWords } from '#web/words.ts'
import { attachmentsEn } from '../attachments.en.ts'
import { attachmentId, type ShownFile } from './attachmentFile.ts'
import type { Fetched } from './kept.ts'
import { useDownload } from './useDownload.ts'
import { usePictureZoom } from './usePictureZoom.ts'
import { NotVerifiedError, wholePicture } from './wholeFile.ts'
import { leastScale, mostScale } from './zoom.ts'

/** Loads the full picture for as long as it is shown. */
const useWholePicture = (attachment: ShownFile) => {
  const id = attachmentId(attachment)
  const [fetched, setFetched] = useState<Fetched<string>>({ state: 'loading' })
  const [attempt, setAttempt] = useState(1)
  const latest = useRef(attachment)
  latest.current = attachment
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt fetches it again
  useEffect(() => {
    const aborter = new AbortController()
    let url: string | undefined
    setFetched({ state: 'loading' })
    wholePicture(latest.current, { signal: aborter.signal }).then(
      (file) => {
        if (aborter.signal.aborted) return
        url = URL.createObjectURL(file)
        setFetched({ state: 'there', value: url })
      },
      (error: unknown) => aborter.signal.aborted || setFetched({ state: 'failed', error }),
    )
    return () => {
      aborter.abort()
      if (url) URL.revokeObjectURL(url)
    }
  }, [id, attempt])
  return { fetched, retry: () => setAttempt((number) => number + 1) }
}

type ZoomProps = { zoom: ReturnType<typeof usePictureZoom>; attachment: ShownFile; isStill: boolean }

const Controls = ({ zoom: { view, step, reset }, attachment, isStill, onStill }: ZoomProps & { onStill: (isStill: boolean) => void }) => {
  const words = useWords(attachmentsEn)
  const { share, start } = useDownload(attachment)
  return (
    <section
      aria-label={words.zoom.toolbar}
      className="flex min-h-12 shrink-0 flex-wrap items-center justify-center gap-1 border-line border-t bg-surface px-2 py-1"
    >
      <IconButton label={words.zoom.zoomOut} onPress={() => step(-1)} isDisabled={view.scale <= leastScale}>
        <ZoomOut />
      </IconButton>
      <output className="w-14 text-center text-sm tabular-nums">
        <span className="sr-only">{words.zoom.zoom} </span>
        {formatPercent(view.scale)}
      </output>
      <IconButton label={words.zoom.zoomIn} onPress={() => step(1)} isDisabled={view.scale >= mostScale}>
        <ZoomIn />
      </IconButton>
      <IconButton label={words.zoom.reset} onPress={reset}>
        <RotateCcw />
      </IconButton>
      {attachment.mediaType === 'image/gif' && (
        <IconButton label={isStill ? words.zoom.play : words.zoom.pause} onPress={() => onStill(!isStill)}>
          {isStill ? <Play /> : <Pause />}
        </IconButton>
      )}
      <IconButton
        label={(share === undefined ? words.view.downloadOf : words.view.downloading)(attachment.originalName)}
        isPending={share !== undefined}
        onPress={start}
      >
        {share === undefined ? <Download /> : <Spinner />}
      </IconButton>
    </section>
  )
}

const Stage = ({ zoom, attachment, isStill, preview }: ZoomProps & { preview: string | undefined }) => {
  const words = useWords(attachmentsEn)
  const { fetched, retry } = useWholePicture(attachment)
  const { scale, x, y } = zoom.view
  const src = fetched.state === 'there' && !(isStill && preview) ? fetched.value : preview
  const { originalName: name, width, height } = attachment
  const isRefused = fetched.state === 'failed' && fetched.error instanceof NotVerifiedError
  return (
    <section
      ref={zoom.stage}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys that zoom and move belong to it
      tabIndex={0}
      aria-label={words.zoom.area(name)}
      className={`relative flex min-h-0 flex-1 touch-none select-none items-center justify-center overflow-hidden bg-skeleton -outline-offset-2 ${scale > leastScale ? 'cursor-grab active:cursor-grabbing' : ''}`}
    >
      {src && fetched.state !== 'failed' && (
        <img
          src={src}
          alt={words.view.picture(name)}
          width={width ?? undefined}
          height={height ?? undefined}
          draggable={false}
          className="max-h-full max-w-full object-contain"
          style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
        />
      )}
      {fetched.state === 'loading' && (
        <p role="status" className="absolute bottom-3 flex items-center gap-2 rounded-lg bg-surface px-3 py-1 text-sm">
          <Spinner />
          {words.zoom.loading}
        </p>
      )}
      {fetched.state === 'failed' && (
        <div role="alert" className="flex flex-col items-center gap-3 p-4 text-center">
          <p>{isRefused ? words.view.notVerified : words.zoom.failed}</p>
          {!isRefused && <Button onPress={retry}>{words.view.retry}</Button>}
        </div>
      )}
    </section>
  )
}

type Props = {
  attachment: ShownFile
  /** URL of the preview, shown until the picture is loaded. */
  preview: string | undefined
  onClose: () => void
}

/** A picture in full-window size, which can be zoomed and moved. */
export const PictureViewer = ({ attachment, preview, onClose }: Props) => {
  const words = useWords(attachmentsEn).zoom
  const heading = useId()
  const { width, height, originalName } = attachment
  const isCalm = useReducedMotion()
  const [isStill, setStill] = useState(attachment.mediaType === 'image/gif' && isCalm)
  const zoom = usePictureZoom({ width: width ?? 1, height: height ?? 1 })
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => open || onClose()}
      className="fixed inset-0 z-50 flex h-(--visual-viewport-height) bg-overlay md:p-4 print:hidden"
    >
      <Modal className="rise mx-auto flex w-full max-w-[1400px] flex-col overflow-hidden bg-surface text-ink md:rounded-lg md:shadow-lg">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the picture, wherever the focus is in the window */}
        <div className="flex min-h-0 flex-1 flex-col" onKeyDown={zoom.onKeyDown}>
          <Dialog aria-labelledby={heading} className="flex min-h-0 flex-1 flex-col outline-none">
            <header className="flex shrink-0 items-center gap-2 border-line border-b py-1 pr-1 pl-4">
              <h2 id={heading} dir="auto" className="min-w-0 flex-1 truncate font-semibold">
                {originalName}
              </h2>
              <IconButton label={words.close} onPress={onClose}>
                <X />
              </IconButton>
            </header>
            <Stage {...{ zoom, attachment, isStill, preview }} />
            <Controls {...{ zoom, attachment, isStill }} onStill={setStill} />
          </Dialog>
        </div>
      </Modal>
    </ModalOverlay>
  )
}
