import { useMemo } from 'react'
import { Banners } from './Banners.tsx'
import { useDismissed } from './dismissed.ts'
import { Marquee } from './Marquee.tsx'
import { useMyNotices } from './notices.queries.ts'

/** The notices that stand above every page. */
export const NoticesAcross = () => {
  const items = useMyNotices().data?.items
  const isDismissed = useDismissed()
  const marquees = useMemo(() => (items ?? []).filter(({ type }) => type === 'marquee'), [items])
  const banners = (items ?? []).filter((notice) => notice.type === 'banner' && !isDismissed(notice))
  return (
    <>
      {marquees.length > 0 && <Marquee notices={marquees} />}
      <Banners notices={banners} />
    </>
  )
}
