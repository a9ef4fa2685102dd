import { useCallback, useMemo, useRef, useState } from 'react'
import { Embed } from '#web/shell/Embed.tsx'
import { lazyScreen } from '#web/shell/screen.ts'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'
import { createContents } from './contents.ts'
import type { Chapter } from './outline.ts'
import type { Pdf } from './pdf.ts'
import type { Side } from './SidePanel.tsx'
import type { ThumbnailProps } from './ThumbnailPanel.tsx'
import { useIsLow } from './useIsLow.ts'
import type { Marks } from './useMarks.tsx'
import type { PageLayout } from './usePageLayout.ts'

export const sidePanel = lazyScreen(async () => (await import('./SidePanel.tsx')).SidePanel)

/** The state of the panel beside the pages: whether it is open, with what, and how its chapters scroll to their places. */
export const useSidePanel = (pdf: Pdf, layout: PageLayout, scroller: HTMLElement | null, marks: Marks) => {
  const [side, setSide] = useState<Side>()
  const [lastSide, setLastSide] = useState<Side>('pages')
  const isNarrow = useIsNarrow()
  const isStrip = !useIsLow() && isNarrow
  const contents = useMemo(() => createContents(pdf), [pdf])
  const latest = useRef(layout)
  latest.current = layout
  const close = useCallback(() => {
    setSide(undefined)
    scroller?.focus({ preventScroll: true })
  }, [scroller])
  const onSide = (next: Side) => {
    if (next === 'notes') marks.open()
    setSide(next)
    setLastSide(next)
  }
  const onChapter = ({ dest }: Chapter) => {
    const go = async () => {
      const { page, share } = await pdf.placeOf(dest)
      latest.current.goTo(page, share)
      // On narrow windows the panel covers the pages or leaves them little room.
      if (isNarrow) close()
    }
    // A chapter without a target has no effect.
    go().catch(() => undefined)
  }
  const onMark = (page: number) => {
    layout.goTo(page)
    if (isNarrow) close()
  }
  return {
    side,
    isStrip,
    contents,
    marks,
    onMark,
    showNotes: () => onSide('notes'),
    onSide,
    onChapter,
    close,
    /** For its button, which keeps the focus. */
    toggle: () => (side ? setSide(undefined) : onSide(lastSide)),
  }
}
export type SidePanelState = ReturnType<typeof useSidePanel>

type Props = Omit<ThumbnailProps, 'isStrip'> & { panel: SidePanelState }

export const SidePanelSlot = ({ panel: { side, isStrip, contents, marks, onMark, onSide, onChapter, close }, ...thumbnails }: Props) =>
  side && <Embed screen={sidePanel} {...{ side, isStrip, contents, marks, onMark, onSide, onChapter }} onClose={close} {...thumbnails} />
