import { Embed } from '#web/shell/Embed.tsx'
import { lazyScreen } from '#web/shell/screen.ts'
import { Banners } from './Banners.tsx'
import { useShownNotices } from './useShownNotices.ts'

/** Rarely needed, so its code is loaded separately. */
export const marqueeScreen = lazyScreen(async () => (await import('./Marquee.tsx')).Marquee)

/** Notices shown above every page. */
export const NoticesAcross = () => {
  const { marquees, banners } = useShownNotices()
  return (
    <>
      {marquees.length > 0 && <Embed screen={marqueeScreen} notices={marquees} />}
      <Banners notices={banners} />
    </>
  )
}
