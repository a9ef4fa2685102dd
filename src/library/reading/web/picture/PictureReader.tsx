import { Pause, Play } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useReducedMotion } from '#web/ui/useReducedMotion.ts'
import { useWords } from '#web/words.ts'
import { readingEn } from '../../reading.en.ts'
import { FileDocument } from '../FileDocument.tsx'
import type { OpenedFile } from '../openedFile.ts'
import { ReaderToolbar, ZoomControls } from '../ReaderToolbar.tsx'
import { pressKey } from '../readerKeys.ts'
import { type PageLayout, usePageLayout } from '../usePageLayout.ts'
import { useScroller } from '../useScroller.ts'
import { useZoomGestures } from '../useZoomGestures.ts'
import { actualSize } from '../zoom.ts'
import { closePicture, openPicture, type Picture } from './openPicture.ts'
import { useDragging } from './useDragging.ts'

/** Browsers do not decode larger pictures. */
const maxPictureBytes = 200 * 1_048_576

const whole = { kind: 'whole' } as const

/** A picture is a document of one page, whose actual size is one CSS pixel per pixel. */
const usePictureLayout = ({ size }: Picture, scroller: HTMLElement | null): PageLayout => {
  const [page] = useState({ width: size.width / actualSize, height: size.height / actualSize })
  const layout = usePageLayout(1, page, scroller, { initial: whole, isCentred: true })
  useZoomGestures(scroller, layout)
  return layout
}

type ReaderProps = { picture: Picture; title: string }

const PictureReader = ({ picture, title }: ReaderProps) => {
  const words = useWords(readingEn)
  const [scroller, scrollerRef] = useScroller()
  const [isStill, setStill] = useState(useReducedMotion())
  const layout = usePictureLayout(picture, scroller)
  useDragging(scroller)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (pressKey(event, layout, 1, scroller)) event.preventDefault()
  }
  const { top = 0, width, height = 0 } = layout.placed[0] ?? {}
  const { stillUrl, url } = picture
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys apply to the picture wherever the focus is inside the reader
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
      <section
        ref={scrollerRef}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={words.pictureArea(title)}
        className="relative min-h-0 flex-1 touch-pan-x touch-pan-y overflow-auto overscroll-contain bg-skeleton -outline-offset-2"
      >
        <div className="relative min-h-full min-w-full" style={{ width: layout.width, height: height + 2 * top }}>
          <img
            src={isStill && stillUrl ? stillUrl : url}
            alt={words.picture(title)}
            draggable={false}
            className="reader-picture -translate-x-1/2 absolute left-1/2 max-w-none cursor-grab select-none active:cursor-grabbing"
            style={{ top, width, height }}
          />
        </div>
      </section>
      <ReaderToolbar>
        <ZoomControls layout={layout} />
        {stillUrl && (
          <IconButton label={isStill ? words.play : words.pause} onPress={() => setStill(!isStill)}>
            {isStill ? <Play /> : <Pause />}
          </IconButton>
        )}
      </ReaderToolbar>
    </div>
  )
}

/** A picture, initially fitted into the window, that can be zoomed and moved. */
export const PictureDocument = ({ document, onClose }: { document: OpenedFile; onClose: () => void }) => {
  const make = (bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal) => openPicture(bytes, document.fileType, signal)
  return (
    <FileDocument {...{ document, make, onClose }} mostBytes={maxPictureBytes} dispose={closePicture}>
      {(picture) => <PictureReader picture={picture} title={document.title} />}
    </FileDocument>
  )
}
