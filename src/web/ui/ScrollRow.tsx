import { type HTMLAttributes, useLayoutEffect, useRef } from 'react'

/** Shows the chosen one of a row that scrolls sideways, without moving the page. */
const reveal = (row: HTMLElement): void => {
  const chosen = row.querySelector<HTMLElement>('[aria-selected=true], [aria-current=page]')
  if (!chosen) return
  const [box, inner] = [row.getBoundingClientRect(), chosen.getBoundingClientRect()]
  if (inner.left < box.left) row.scrollLeft -= box.left - inner.left + 24
  if (inner.right > box.right) row.scrollLeft += inner.right - box.right + 24
}

/** A row that scrolls sideways if it is too long, up to the edges of a phone. */
export const ScrollRow = ({ className = '', children, ...props }: HTMLAttributes<HTMLDivElement>) => {
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // Before the next paint, whose layout it needs: measured at once, a page that is drawn for the first time would be laid out twice.
    const frame = requestAnimationFrame(() => row.current && reveal(row.current))
    return () => cancelAnimationFrame(frame)
  })
  return (
    <div {...props} ref={row} className={`flex overflow-x-auto [scrollbar-width:none] max-md:-mx-4 max-md:px-4 ${className}`}>
      {children}
    </div>
  )
}
