import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { getSession, onForget } from '../api/session.ts'
import { useIsNarrow } from './useIsNarrow.ts'

/** The dashboard of a desktop shows banners whole, any other page in one line. */
export const usePlaceOf = (pathname: string): 'whole' | 'line' => {
  const isNarrow = useIsNarrow()
  return pathname === '/dashboard' && !isNarrow ? 'whole' : 'line'
}

/** What a banner took last: whether there was a line, and the height on the dashboard in a window of this width. */
type Room = { hasLine?: boolean; whole?: number; width?: number }

const keyOf = (): string => `room above pages of ${getSession()?.user._id ?? ''}`

const readRooms = (): Record<string, Room> => {
  try {
    return JSON.parse(window.localStorage.getItem(keyOf()) ?? '{}') as Record<string, Room>
  } catch {
    return {}
  }
}

/** Whether the room of a banner is known before it is loaded, so that the page is visible already. */
export const hasRoomFor = (name: string): boolean => readRooms()[name]?.hasLine !== undefined

const keepRoom = (name: string, next: Room): void => {
  try {
    const rooms = readRooms()
    window.localStorage.setItem(keyOf(), JSON.stringify({ ...rooms, [name]: { ...rooms[name], ...next } }))
  } catch {
    // Storage can be disabled; then every visit is like the first one.
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
  /** The name of the banner. */
  name: string
  pathname: string
  /** Whether `children` are all there is. */
  isLoaded?: boolean
  /** Whether other pages show something, in one line. */
  hasLine?: boolean
  children?: ReactNode
}

/**
 * Reserves the room of a banner from the first paint, as large as it was last, so that the page does not move when it is loaded. On
 * a first visit the page below stays invisible until the banner is loaded: `data-room` in theme.css.
 */
export const BannerRoom = ({ name, pathname, isLoaded = false, hasLine = false, children }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const isWhole = usePlaceOf(pathname) === 'whole'
  useLayoutEffect(() => {
    const element = box.current
    if (!isLoaded || !element) return
    keepRoom(name, { hasLine })
    if (!isWhole) return
    const keepHeight = () => keepRoom(name, { whole: element.offsetHeight, width: window.innerWidth })
    const observer = new ResizeObserver(keepHeight)
    observer.observe(element)
    return () => observer.disconnect()
  }, [name, isLoaded, hasLine, isWhole])
  const room = isLoaded ? undefined : (readRooms()[name] ?? {})
  const isKnown = !room || (isWhole ? room.width === window.innerWidth : room.hasLine !== undefined)
  return (
    <div
      ref={box}
      {...(!isKnown && { 'data-room': 'unknown' })}
      className={!isWhole && room?.hasLine ? 'min-h-9 max-md:min-h-11' : ''}
      style={{ minHeight: isWhole && isKnown ? room?.whole : undefined }}
    >
      {children}
    </div>
  )
}
