import { type ReactNode, useEffect, useRef, useState } from 'react'

type Props = {
  /** The expected height of the content in pixels. */
  height: number
  children: ReactNode
}

/**
 * Renders its content only near the viewport, and otherwise a placeholder of the same height. Expand All opens a thousand branches, but the
 * page contains only what is visible.
 */
export const Near = ({ height, children }: Props) => {
  const element = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  /** The height the content had when it was last rendered, so that scrolling back does not shift the page. */
  const [known, setKnown] = useState<{ height: number; expected: number }>()
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        if (!entry) return
        if (!entry.isIntersecting && entry.boundingClientRect.height > 0)
          setKnown({ height: entry.boundingClientRect.height, expected: height })
        setNear(entry.isIntersecting)
      },
      { rootMargin: '800px 0px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [height])
  return (
    <div ref={element} style={isNear ? undefined : { height: known?.expected === height ? known.height : height }}>
      {isNear && children}
    </div>
  )
}
