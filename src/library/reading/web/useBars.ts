import { type CSSProperties, useEffect, useLayoutEffect, useState } from 'react'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'
import { useIsLow } from './useIsLow.ts'

/** Scroll distances in pixels after which the bars hide, and are shown again. */
const away = 48
const back = 24

type Room = { readonly top: number; readonly bottom: number }

const bars = '.reader-bar'
/** The attribute on the viewer's window that hides the bars: reader.css. */
const attribute = 'data-bars-hidden'
const windowOf = (element: Element): Element | null => element.closest('[role="dialog"]')

/** The heights of the bars over and under the pages. */
const useRoom = (scroller: HTMLElement | null): Room => {
  const [room, setRoom] = useState<Room>({ top: 0, bottom: 0 })
  useLayoutEffect(() => {
    const [area, viewer] = [scroller?.parentElement, scroller && windowOf(scroller)]
    if (!area || !viewer) return
    const measure = () => {
      const [inner, outer] = [area.getBoundingClientRect(), viewer.getBoundingClientRect()]
      const next = { top: Math.max(0, inner.top - outer.top), bottom: Math.max(0, outer.bottom - inner.bottom) }
      setRoom((before) => (before.top === next.top && before.bottom === next.bottom ? before : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(area)
    observer.observe(viewer)
    return () => observer.disconnect()
  }, [scroller])
  return room
}

/**
 * Hides the bars of the viewer while someone scrolls forward by hand, and shows them when they are needed. Returns a function that stops
 * this.
 */
const followScrolling = (scroller: HTMLElement, viewer: Element): (() => void) => {
  const aborter = new AbortController()
  const { signal } = aborter
  const show = () => viewer.removeAttribute(attribute)
  /** Keys, buttons and screen readers scroll too, but must not hide the bars. */
  let byHand = false
  let last = scroller.scrollTop
  let turned = last
  let isDown = false
  const holdsFocus = () => viewer.querySelector(`${bars} :focus-visible`) !== null
  const onScroll = () => {
    const { scrollTop: top, scrollHeight, clientHeight } = scroller
    if (top !== last && top > last !== isDown) {
      isDown = top > last
      turned = last
    }
    last = top
    const isAtAnEnd = top <= 0 || top + clientHeight >= scrollHeight - 2
    if (isAtAnEnd || (!isDown && turned - top >= back)) show()
    else if (isDown && byHand && top - turned >= away && !holdsFocus()) viewer.setAttribute(attribute, '')
  }
  const onTouch = () => {
    // Touching the page takes the focus out of a field in a bar.
    if (document.activeElement?.closest(bars)) scroller.focus({ preventScroll: true })
  }
  const moved = () => {
    byHand = true
  }
  const pressed = ({ target }: Event) => {
    if (!(target instanceof Node && scroller.contains(target))) byHand = false
  }
  const focused = ({ target }: Event) => {
    if (target instanceof Element && target.closest(bars)) show()
  }
  const passive = { signal, passive: true }
  scroller.addEventListener('scroll', onScroll, passive)
  scroller.addEventListener('touchstart', onTouch, passive)
  scroller.addEventListener('touchmove', moved, passive)
  scroller.addEventListener('wheel', moved, passive)
  scroller.addEventListener('click', show, { signal })
  viewer.addEventListener('focusin', focused, { signal })
  window.addEventListener('pointerdown', pressed, { signal, capture: true })
  window.addEventListener(
    'keydown',
    () => {
      byHand = false
    },
    { signal, capture: true },
  )
  return () => {
    aborter.abort()
    show()
  }
}

/**
 * On small screens the pages extend under the bars above and below them, which hide while reading. The covered part is padding in the
 * layout of the pages, so that nothing moves when the bars hide or return. Returns the scroller's style.
 */
export const useBars = (scroller: HTMLElement | null, mayHide: boolean): CSSProperties | undefined => {
  const isNarrow = useIsNarrow()
  const isLow = useIsLow()
  const { top, bottom } = useRoom(scroller)
  const isActive = (isNarrow || isLow) && mayHide && scroller !== null
  useEffect(() => {
    const viewer = isActive && scroller ? windowOf(scroller) : null
    return viewer && scroller ? followScrolling(scroller, viewer) : undefined
  }, [isActive, scroller])
  return isActive ? { position: 'absolute', insetInline: 0, top: -top, bottom: -bottom, paddingTop: top, paddingBottom: bottom } : undefined
}
