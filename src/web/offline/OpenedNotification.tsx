import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'

type Badge = { clearAppBadge?: () => Promise<void> }

const clearIcon = (): void => {
  if (document.visibilityState === 'visible') void (navigator as Badge).clearAppBadge?.().catch(() => undefined)
}

/**
 * Opens the page of a notification that was pressed, as the worker says. It presses a link, so that a page with input that is not saved
 * asks first. The number on the icon goes once the app is looked at.
 */
export const OpenedNotification = () => {
  const [opened, setOpened] = useState<{ path: string }>()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const { serviceWorker } = navigator
    const open = ({ data }: MessageEvent<{ kind?: string; path?: unknown } | undefined>) => {
      if (data?.kind === 'open' && typeof data.path === 'string') setOpened({ path: data.path })
    }
    clearIcon()
    serviceWorker?.addEventListener('message', open)
    document.addEventListener('visibilitychange', clearIcon)
    return () => {
      serviceWorker?.removeEventListener('message', open)
      document.removeEventListener('visibilitychange', clearIcon)
    }
  }, [])
  useEffect(() => {
    if (opened) link.current?.click()
  }, [opened])
  return opened && <Link ref={link} to={opened.path} hidden tabIndex={-1} />
}
