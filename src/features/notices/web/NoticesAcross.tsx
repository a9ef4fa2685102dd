import { useMemo } from 'react'
import { Slot } from '#web/shell/Slot.tsx'
import { lazyScreen } from '#web/shell/screen.ts'
import { Banners } from './Banners.tsx'
import { useDismissed } from './dismissed.ts'
import { useMyNotices } from './notices.queries.ts'

/** Seldom there, so its code is not among that of every page. */
export const marqueeScreen = lazyScreen(async () => (await import('./Marquee.tsx')).Marquee)

/** The notices that stand above every page. */
export const NoticesAcross = () => {
  const items = useMyNotices().data?.items
  const isDismissed = useDismissed()
  const marquees = useMemo(() => (items ?? []).filter(({ type }) => type === 'marquee'), [items])
  const banners = (items ?? []).filter((notice) => notice.type === 'banner' && !isDismissed(notice))
  return (
    <>
      {marquees.length > 0 && <Slot screen={marqueeScreen} notices={marquees} />}
      <Banners notices={banners} />
    </>
  )
}
