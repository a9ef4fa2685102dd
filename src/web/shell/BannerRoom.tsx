import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { getSession, onForget } from '../api/session.ts'

/** The dashboard shows banners whole, any other page in one line. */
export const placeOf = (pathname: string): 'whole' | 'line' => (pathname === '/dashboard' ? 'whole' : 'line')

/** What was above the pages last: whether there was a line, and the height of everything on the dashboard in a window of this width. */
type Room = { hasLine: boolean; whole: number; width: number }

const none: Room = { hasLine: false, whole: 0, width: 0 }
const keyOf = (): string => `room above pages of ${getSession()?.user._id ?? ''}`

const readRoom = (): Room => {
  try {
    return { ...none, ...(JSON.parse(window.localStorage.getItem(keyOf()) ?? '{}') as Partial<Room>) }
  } catch {
    return none
  }
}

const keepRoom = (next: Partial<Room>): void => {
  try {
    window.localStorage.setItem(keyOf(), JSON.stringify({ ...readRoom(), ...next }))
  } catch {
    // Storage can be disabled; then the page moves down when its notices are loaded.
  }
}

onForget(() => {
  try {
    window.localStorage.removeItem(keyOf())
  } catch {
    // The same.
  }
})

type Props = {
  pathname: string
  /** Whether `children` are all there is. */
  isLoaded?: boolean
  /** Whether other pages show something, in one line. */
  hasLine?: boolean
  children?: ReactNode
}

/** Reserves the room of notices from the first paint, as large as it was last, so that the page does not move when they are loaded. */
export const BannerRoom = ({ pathname, isLoaded = false, hasLine = false, children }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const isWhole = placeOf(pathname) === 'whole'
  useLayoutEffect(() => {
    const element = box.current
    if (!isLoaded || !element) return
    keepRoom({ hasLine })
    if (!isWhole) return
    const keepHeight = () => keepRoom({ whole: element.offsetHeight, width: window.innerWidth })
    const observer = new ResizeObserver(keepHeight)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isLoaded, hasLine, isWhole])
  const room = isLoaded ? none : readRoom()
  const height = isWhole && room.width === window.innerWidth ? room.whole : 0
  return (
    <div ref={box} className={!isWhole && room.hasLine ? 'min-h-9 max-md:min-h-11' : ''} style={{ minHeight: height || undefined }}>
      {children}
    </div>
  )
}
