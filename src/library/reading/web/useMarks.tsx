import { Bookmark } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, use, useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { marksApi } from '#library/marks/marks.contract.ts'
import type { DocumentMarks, ShownMark } from '#library/marks/web/documentMarks.ts'
import type { MarksInReaderProps } from '#library/marks/web/MarksInReader.tsx'
import type { MarksPanelProps } from '#library/marks/web/MarksPanel.tsx'
import { call } from '#web/api/call.ts'
import { type Store, useStore } from '#web/api/store.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'
import { HeaderSlot } from './headerSlot.ts'
import type { LaidTexts } from './laidTexts.ts'
import { marksCode } from './marksCode.ts'

export const marksInReader = lazyScreen<MarksInReaderProps>(async () => (await marksCode()).MarksInReader)
export const marksPanel = lazyScreen<MarksPanelProps>(async () => (await marksCode()).MarksPanel)

type Open = (first?: Parameters<Awaited<ReturnType<typeof marksCode>>['openMarks']>[1]) => Promise<DocumentMarks | undefined>

/** Loads the marks after the first page, if there are any or the server cannot say; otherwise when something is selected. */
const useOpening = (documentId: string | undefined, isShown: boolean, marks: DocumentMarks | undefined, open: Open) => {
  useEffect(() => {
    if (!isShown || documentId === undefined) return
    const aborter = new AbortController()
    const { signal } = aborter
    const load = async () => {
      const first = await call(marksApi.list, { params: { id: documentId } }, { signal })
      if (first.items.length > 0 && !signal.aborted) await open(first)
    }
    load().catch(() => (signal.aborted ? undefined : open().catch(() => undefined)))
    return () => aborter.abort()
  }, [documentId, isShown, open])
  useEffect(() => {
    if (marks || documentId === undefined) return
    const look = () => {
      const selection = getSelection()
      const text = selection?.isCollapsed === false ? selection.anchorNode?.parentElement?.closest('.reader-text') : null
      if (text) void open().catch(() => undefined)
    }
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [marks, documentId, open])
}

/** A person's bookmarks, highlights and notes in an open document, whose code is loaded only if it is needed. */
export const useMarks = (documentId: string | undefined, isShown: boolean, pages: LaidTexts) => {
  const [marks, setMarks] = useState<DocumentMarks>()
  const open = useCallback<Open>(
    async (first) => {
      if (documentId === undefined) return undefined
      const opened = (await marksCode()).openMarks(documentId, first)
      setMarks(opened)
      return opened
    },
    [documentId],
  )
  useOpening(documentId, isShown, marks, open)
  return {
    /** Undefined if the document is not one of the library. */
    documentId,
    marks,
    open: () => void open().catch(() => undefined),
    toggleBookmark: async (page: number) => {
      const opened = await open().catch(() => undefined)
      const before = opened?.shown.get()?.find((mark) => isBookmark(mark, page))
      if (before) opened?.remove(before.id)
      else opened?.save({ kind: 'bookmark', page })
    },
    /** Selects text by Shift and an arrow key. Returns whether it is such a key. */
    pressKey: ({ key, shiftKey }: KeyboardEvent, current: number): boolean => {
      if (documentId === undefined || !shiftKey || !/^Arrow/.test(key)) return false
      void marksCode()
        .then(({ selectByKey }) => selectByKey(key, pages.get(), current))
        .catch(() => undefined)
      return true
    },
  }
}
export type Marks = ReturnType<typeof useMarks>

const isBookmark = ({ sent }: ShownMark, page: number): boolean => sent.kind === 'bookmark' && sent.page === page

const noMarks: Store<undefined> = { get: () => undefined, subscribe: () => () => undefined }

/** Bookmarks the current page, in the header. */
export const BookmarkButton = ({ marks: { documentId, marks, toggleBookmark }, page }: { marks: Marks; page: number }): ReactNode => {
  const words = useWords(readingEn)
  const slot = use(HeaderSlot)
  const isMarked = useStore<readonly ShownMark[] | undefined>(marks?.shown ?? noMarks)?.some((mark) => isBookmark(mark, page)) === true
  if (!slot || documentId === undefined) return null
  return createPortal(
    <IconButton
      label={words.bookmark(page)}
      aria-pressed={isMarked}
      tone={isMarked ? 'accent' : 'plain'}
      onPress={() => void toggleBookmark(page)}
    >
      <Bookmark className={isMarked ? 'fill-current' : ''} />
    </IconButton>,
    slot,
  )
}
