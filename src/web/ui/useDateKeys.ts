import { type RefObject, useEffect, useRef } from 'react'

type Heard = {
  /** Called with the text that was pasted into the field. */
  onPaste: (text: string) => void
  /** The focus leaves the figures, before any other listener runs. */
  onLeave: () => void
}

const separator = /^[/.,\- ]$/

const next = (group: HTMLElement, from: EventTarget | null): HTMLElement | undefined => {
  const figures = [...group.querySelectorAll<HTMLElement>('[contenteditable]')]
  return from instanceof HTMLElement ? figures[figures.indexOf(from) + 1] : undefined
}

/** Adds to React Aria what people do in a date field: "/" after a figure goes to the next one, and a whole date can be pasted. */
export const useDateKeys = (group: RefObject<HTMLElement | null>, { onPaste, onLeave }: Heard): void => {
  const heard = useRef({ onPaste, onLeave })
  useEffect(() => {
    heard.current = { onPaste, onLeave }
  })
  useEffect(() => {
    const element = group.current
    if (!element) return
    // If a full figure advanced automatically, a "/" that follows must not advance once more.
    let typedIn: EventTarget | null = null
    const input = (event: InputEvent) => {
      if (!separator.test(event.data ?? '')) {
        typedIn = event.target
        return
      }
      event.preventDefault()
      event.stopPropagation()
      if (typedIn === event.target) next(element, event.target)?.focus()
    }
    const paste = (event: ClipboardEvent) => {
      event.preventDefault()
      heard.current.onPaste(event.clipboardData?.getData('text') ?? '')
    }
    const enter = () => {
      typedIn = null
    }
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) heard.current.onLeave()
    }
    element.addEventListener('beforeinput', input, true)
    element.addEventListener('paste', paste)
    element.addEventListener('focusin', enter)
    element.addEventListener('focusout', leave, true)
    return () => {
      element.removeEventListener('beforeinput', input, true)
      element.removeEventListener('paste', paste)
      element.removeEventListener('focusin', enter)
      element.removeEventListener('focusout', leave, true)
    }
  }, [group])
}
