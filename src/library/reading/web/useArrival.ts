import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PageLayout } from './usePageLayout.ts'
import type { Arrival } from './useStart.ts'
import type { Size } from './zoom.ts'

/** No reading position is reported for this long after the window was rotated or resized. */
const layoutRestMs = 2_000

/** Scrolls to the page where reading starts, once the window's size is known. Returns true when it is done. */
const useOpenAtPage = ({ goTo, viewport: { height } }: PageLayout, page: number): boolean => {
  const isPending = useRef(page > 1)
  const [hasArrived, setArrived] = useState(false)
  useLayoutEffect(() => {
    if (hasArrived || height === 0) return
    if (isPending.current) goTo(page)
    isPending.current = false
    // Pages passed on the way are not read, and the first measurement of the window precedes the jump.
    const timer = setTimeout(() => setArrived(true), 200)
    return () => clearTimeout(timer)
  }, [goTo, height, page, hasArrived])
  return hasArrived
}

/** Scrolls to the page where reading starts and then reports the current page, except shortly after the window changed. */
export const useArrival = (layout: PageLayout, { page }: Arrival, onPage: (page: number) => void) => {
  const hasArrived = useOpenAtPage(layout, page)
  const { reached } = layout
  // The window including the part covered by bars: showing or hiding the bars is not a change.
  const { width, above, below } = layout.viewport
  const height = layout.viewport.height + above + below
  const unreported = useRef<() => void>(undefined)
  const last = useRef<Size & { changedAt: number }>(undefined)
  useEffect(() => {
    if (!hasArrived) return
    const before = last.current ?? { width, height, changedAt: Number.NEGATIVE_INFINITY }
    const isChanged = before.width !== width || before.height !== height
    const changedAt = isChanged ? performance.now() : before.changedAt
    last.current = { width, height, changedAt }
    const wait = changedAt + layoutRestMs - performance.now()
    const report = () => {
      unreported.current = undefined
      onPage(reached)
    }
    if (wait <= 0) return report()
    unreported.current = report
    const timer = setTimeout(report, wait)
    return () => clearTimeout(timer)
  }, [hasArrived, reached, width, height, onPage])
  // Closing saves the current page: a chapter may just have been chosen in a panel that narrowed the window.
  useEffect(() => () => unreported.current?.(), [])
}
