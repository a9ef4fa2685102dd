import { useLocation } from 'react-router'
import { BannerRoom, placeOf } from '#web/shell/BannerRoom.tsx'
import { Banners } from './Banners.tsx'
import { NoticeLine } from './NoticeLine.tsx'
import { useSeenBefore } from './useSeenBefore.ts'
import { useShownNotices } from './useShownNotices.ts'

/**
 * Notices shown above every page. The dashboard shows its banners whole; any other page does so once, and afterwards names them in one
 * line, which moving notices share.
 */
export const NoticesAcross = () => {
  const { pathname } = useLocation()
  const { marquees, banners, isLoaded } = useShownNotices()
  const isSeen = useSeenBefore(pathname, banners)
  const isFolded = placeOf(pathname) === 'line' ? isSeen : () => false
  return (
    <BannerRoom name="notices" pathname={pathname} isLoaded={isLoaded} hasLine={marquees.length + banners.length > 0}>
      <NoticeLine marquees={marquees} banners={banners.filter(isFolded)} />
      <Banners notices={banners.filter((notice) => !isFolded(notice))} />
    </BannerRoom>
  )
}
