import type { KeyboardEvent } from 'react'
import { Embed } from '#web/shell/Embed.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { useTabs } from '#web/ui/useTabs.ts'
import { useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'
import { ContentsPanel } from './ContentsPanel.tsx'
import type { Contents } from './contents.ts'
import type { Chapter } from './outline.ts'
import { ThumbnailPanel, type ThumbnailProps } from './ThumbnailPanel.tsx'
import { type Marks, marksPanel } from './useMarks.tsx'

export type Side = 'pages' | 'contents' | 'notes'

type Props = ThumbnailProps & {
  contents: Contents
  marks: Marks
  /** Goes to the page of a mark. */
  onMark: (page: number) => void
  side: Side
  onSide: (side: Side) => void
  onChapter: (chapter: Chapter) => void
  onClose: () => void
}

const tab =
  'flex min-h-10 max-md:min-h-11 min-w-0 flex-1 cursor-pointer items-center justify-center border-transparent border-b-2 px-2 font-medium text-muted text-sm outline-offset-[-2px] hover:text-ink aria-selected:border-primary-text aria-selected:text-primary-text'

/** Thumbnails, the table of contents, and a person's marks: beside the pages, or below them on a phone in portrait orientation. */
export const SidePanel = ({ contents, marks, side, onMark, onSide, onChapter, onClose, ...thumbnails }: Props) => {
  const words = useWords(readingEn)
  const { isStrip, current } = thumbnails
  const tabs = useTabs({
    label: words.panel,
    keys: marks.documentId === undefined ? ['pages', 'contents'] : ['pages', 'contents', 'notes'],
    chosen: side,
    onChoose: onSide,
  })
  const onKeyDown = (event: KeyboardEvent) => {
    // Arrow keys must not scroll the document, and Escape must not close it.
    event.stopPropagation()
    if (event.key === 'Escape') onClose()
  }
  const below = side === 'pages' ? '' : 'h-3/5'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the elements in it
    <div
      onKeyDown={onKeyDown}
      className={`flex shrink-0 flex-col border-line bg-background ${isStrip ? `order-last border-t ${below}` : 'w-56 border-r'}`}
    >
      <div {...tabs.list} className="flex shrink-0 border-line border-b">
        <PlainButton {...tabs.tab('pages')} className={tab}>
          {words.pagesTab}
        </PlainButton>
        <PlainButton {...tabs.tab('contents')} className={tab}>
          {words.contents.label}
        </PlainButton>
        {marks.documentId !== undefined && (
          <PlainButton {...tabs.tab('notes')} className={tab}>
            {words.notesTab}
          </PlainButton>
        )}
      </div>
      <div {...tabs.panel} className="flex min-h-0 flex-1 flex-col">
        {side === 'pages' && <ThumbnailPanel {...thumbnails} />}
        {side === 'contents' && <ContentsPanel contents={contents} current={current} onGo={onChapter} />}
        {side === 'notes' && <Embed screen={marksPanel} marks={marks.marks} current={current} onGo={onMark} />}
      </div>
    </div>
  )
}
