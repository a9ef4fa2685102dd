import { type ReactNode, useEffect, useRef, useState } from 'react'

type Props = {
  /** The height that the content is expected to have, in pixels. */
  height: number
  children: ReactNode
}

/**
 * What is far from the window is not in the page: a space of its height stands there instead. Expand All
 * opens a thousand branches, and the page stays as light as what is looked at.
 */
export const Near = ({ height, children }: Props) => {
  const element = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  /** How high the content was when it was left; scrolling back finds everything where it was. */
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
