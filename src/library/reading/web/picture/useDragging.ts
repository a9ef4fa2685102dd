import { useEffect } from 'react'

/** Pans content larger than its window by dragging with a mouse; touch and wheel scroll natively. */
export const useDragging = (scroller: HTMLElement | null): void => {
  useEffect(() => {
    if (!scroller) return
    let from: { x: number; y: number } | undefined
    const onDown = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.button !== 0 || event.target === scroller) return
      from = { x: event.clientX, y: event.clientY }
      scroller.setPointerCapture(event.pointerId)
    }
    const onMove = (event: PointerEvent) => {
      if (!from) return
      scroller.scrollBy(from.x - event.clientX, from.y - event.clientY)
      from = { x: event.clientX, y: event.clientY }
    }
    const onUp = () => {
      from = undefined
    }
    const listeners = [
      ['pointerdown', onDown],
      ['pointermove', onMove],
      ['pointerup', onUp],
      ['pointercancel', onUp],
    ] as const
    for (const [name, listener] of listeners) scroller.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of listeners) scroller.removeEventListener(name, listener)
    }
  }, [scroller])
}
