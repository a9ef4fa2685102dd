import { type KeyboardEvent, useEffect } from 'react'
import type { Find } from './find/useFind.ts'
import type { PageLayout } from './usePageLayout.ts'

export const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement

/** Handles a key and returns true if it had an effect. Home, End and other keys work wherever the focus is. */
export const pressKey = (event: KeyboardEvent, layout: PageLayout, pageCount: number, scroller: HTMLElement | null): boolean => {
  const { height } = layout.viewport
  const scroll = (x: number, y: number) => scroller?.scrollBy({ left: x, top: y })
  const sideways = layout.width > layout.viewport.width
  const actions = new Map<string, () => void>([
    ['PageDown', () => scroll(0, height * 0.9)],
    ['PageUp', () => scroll(0, -height * 0.9)],
    ['ArrowDown', () => scroll(0, 60)],
    ['ArrowUp', () => scroll(0, -60)],
    ['ArrowRight', () => (sideways ? scroll(60, 0) : layout.goTo(layout.current + 1))],
    ['ArrowLeft', () => (sideways ? scroll(-60, 0) : layout.goTo(layout.current - 1))],
    ['Home', () => layout.goTo(1)],
    ['End', () => layout.goTo(pageCount)],
    ['+', () => layout.zoomStep(1)],
    ['=', () => layout.zoomStep(1)],
    ['-', () => layout.zoomStep(-1)],
  ])
  const action = actions.get(event.key)
  action?.()
  return action !== undefined
}

type Keys = Pick<globalThis.KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/**
 * Maps the browser's search shortcuts: its own search would cover only the few rendered pages. Letters are also matched by their position
 * on the keyboard, since a Devanagari layout has no `f`.
 */
export const findKey = ({ key, code, ctrlKey, metaKey, shiftKey, altKey }: Keys): 'open' | 'next' | 'previous' | undefined => {
  const onwards = shiftKey ? 'previous' : 'next'
  if (key === 'F3') return onwards
  if (!(ctrlKey || metaKey) || altKey) return undefined
  const isLetter = (letter: string) => key.toLowerCase() === letter || code === `Key${letter.toUpperCase()}`
  if (isLetter('f') && !shiftKey) return 'open'
  return isLetter('g') ? onwards : undefined
}

/** Redirects the browser's search shortcuts to the reader's search, wherever the focus is. */
export const useFindKeys = ({ isOpen, open, step }: Find): void => {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const meant = findKey(event)
      if (!meant) return
      event.preventDefault()
      event.stopPropagation()
      if (meant === 'open' || !isOpen) open()
      else step(meant === 'next' ? 1 : -1)
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [isOpen, open, step])
}
