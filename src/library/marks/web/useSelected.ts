import { useEffect, useRef, useState } from 'react'
import type { LaidPages } from './laidPages.ts'
import { type SelectedText, selectedTexts } from './selection.ts'

/** Delay until a selection counts (ms): it changes with every move of the pointer. */
const restMs = 150

/**
 * The selected text of the document. A press on a phone may end the selection before the button under the finger hears of it: what was
 * selected stays while `hold` was called, until `drop`.
 */
export const useSelected = (pages: LaidPages) => {
  const [selected, setSelected] = useState<readonly SelectedText[]>([])
  const isHeld = useRef(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(() => isHeld.current || setSelected(selectedTexts(pages.get(), getSelection())), restMs)
    }
    look()
    document.addEventListener('selectionchange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('selectionchange', look)
    }
  }, [pages])
  return {
    selected,
    hold: () => {
      isHeld.current = true
    },
    drop: () => {
      isHeld.current = false
      getSelection()?.removeAllRanges()
      setSelected([])
    },
  }
}
