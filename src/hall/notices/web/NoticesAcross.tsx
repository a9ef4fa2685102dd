import { useLocation } from 'react-router'
import { BannerRoom, hasRoomFor, usePlaceOf } from '#web/shell/BannerRoom.tsx'
import { Banners } from './Banners.tsx'
import { NoticeLine } from './NoticeLine.tsx'
import { useSeenBefore } from './useSeenBefore.ts'
import { useShownNotices } from './useShownNotices.ts'

const name = 'notices'

/**
 * Notices shown above every page. The dashboard of a desktop shows its banners whole; any other page does so once, and afterwards names
 * them in one line, which moving notices share.
 */
export const NoticesAcross = () => {
  const { pathname } = useLocation()
  const { marquees, banners, isLoaded } = useShownNotices()
  const isLine = usePlaceOf(pathname) === 'line'
  const { isNew, isFolded } = useSeenBefore({ pathname, banners, isLoaded, hasRoom: () => hasRoomFor(name), isLine })
  const folded = banners.filter(isFolded).toSorted((one, other) => Number(isNew(other)) - Number(isNew(one)))
  return (
    <BannerRoom {...{ name, pathname, isLoaded }} hasLine={marquees.length + banners.length > 0}>
      <NoticeLine marquees={marquees} banners={folded} isNew={isNew} />
      <Banners notices={banners.filter((notice) => !isFolded(notice))} />
    </BannerRoom>
  )
}
