import type { RefObject } from 'react'
import { flushSync } from 'react-dom'

type Inserted = {
  field: RefObject<HTMLTextAreaElement | null>
  setText: (text: string) => void
  text: string
  /** Where the person goes on typing. */
  caret: number
}

/** Sets the text and the caret together: a caret that is set at the next frame would go back to before what was typed meanwhile. */
export const insertText = ({ field, setText, text, caret }: Inserted): void => {
  flushSync(() => setText(text))
  field.current?.setSelectionRange(caret, caret)
}
