import { TextSearch } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'
import { FindBar } from './find/FindBar.tsx'
import type { Find } from './find/useFind.ts'
import { ReaderToolbar } from './ReaderToolbar.tsx'
import { isTyping, useFindKeys } from './readerKeys.ts'

type Props = {
  find: Find
  /** Receives the focus when the search closes. */
  scroller: HTMLElement | null
  /** Handles a key without Ctrl, ⌘ or Alt, except in text fields; returns true if it had an effect. */
  onKey?: (event: KeyboardEvent) => boolean
  /** Controls below the content, before the search. */
  controls?: ReactNode
  /** The controls after the search. */
  last?: ReactNode
  children: ReactNode
}

/** The frame of all text readers: the search above, the content, the controls below. */
export const ReaderFrame = ({ find, scroller, onKey, controls, last, children }: Props) => {
  const words = useWords(readingEn)
  useFindKeys(find)
  const closeFind = () => {
    find.close()
    scroller?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (event.key === 'Escape' && find.isOpen) {
      event.stopPropagation()
      return closeFind()
    }
    if (onKey?.(event)) event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys apply to the document wherever the focus is inside the reader
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
      {find.isOpen && <FindBar find={find} onClose={closeFind} />}
      {children}
      <ReaderToolbar>
        {controls}
        <IconButton label={words.find.open} aria-expanded={find.isOpen} onPress={() => (find.isOpen ? closeFind() : find.open())}>
          <TextSearch />
        </IconButton>
        {last}
      </ReaderToolbar>
    </div>
  )
}
