import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PageLayout } from './usePageLayout.ts'
import type { Arrival } from './useStart.ts'
import type { Size } from './zoom.ts'

/** Milliseconds after the window was turned or resized in which the page on screen is not taken for the one that is read. */
const layoutRestMs = 2_000

/** Goes to the page where reading begins, once, as soon as the window's size is known. Returns whether it is there. */
const useWay = ({ goTo, viewport: { height } }: PageLayout, page: number): boolean => {
  const isPending = useRef(page > 1)
  const [hasArrived, setArrived] = useState(false)
  useLayoutEffect(() => {
    if (hasArrived || height === 0) return
    if (isPending.current) goTo(page)
    isPending.current = false
    // The way there is not read, and the first look at the window comes before the jump.
    const timer = setTimeout(() => setArrived(true), 200)
    return () => clearTimeout(timer)
  }, [goTo, height, page, hasArrived])
  return hasArrived
}

/** Goes to the page where reading begins, and from then on tells where it is, but not while the window changes. */
export const useArrival = (layout: PageLayout, { page }: Arrival, onPage: (page: number) => void) => {
  const hasArrived = useWay(layout, page)
  const { reached } = layout
  const { width, height } = layout.viewport
  const last = useRef<Size & { changedAt: number }>(undefined)
  useEffect(() => {
    if (!hasArrived) return
    const before = last.current ?? { width, height, changedAt: Number.NEGATIVE_INFINITY }
    const isChanged = before.width !== width || before.height !== height
    const changedAt = isChanged ? performance.now() : before.changedAt
    last.current = { width, height, changedAt }
    const wait = changedAt + layoutRestMs - performance.now()
    if (wait <= 0) return onPage(reached)
    const timer = setTimeout(() => onPage(reached), wait)
    return () => clearTimeout(timer)
  }, [hasArrived, reached, width, height, onPage])
}
