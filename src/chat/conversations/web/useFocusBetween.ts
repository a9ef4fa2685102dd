import { useEffect, useRef } from 'react'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'

const listed = '#chat-list'

/** Focuses the text field of an opened conversation; on a phone, where that would open the keyboard, the heading. */
const focusOpened = (isNarrow: boolean): void => {
  if (!isNarrow) {
    document.querySelector<HTMLElement>('#chat-pane textarea')?.focus()
    return
  }
  const heading = document.querySelector<HTMLElement>('#chat-pane h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

/** Moves the focus from the list into the conversation that was opened there, and back to its row when it is closed. */
export const useFocusBetween = (openId: string | null): void => {
  const isNarrow = useIsNarrow()
  const shown = useRef(openId)
  useEffect(() => {
    const before = shown.current
    shown.current = openId
    if (before === openId) return
    if (openId === null) {
      const row = document.querySelector<HTMLElement>(`${listed} [data-conversation="${CSS.escape(before ?? '')}"]`)
      // A closing menu may first return the focus to its own button.
      requestAnimationFrame(() => row?.focus())
    } else if (document.activeElement?.closest(listed)) focusOpened(isNarrow)
  }, [openId, isNarrow])
}
