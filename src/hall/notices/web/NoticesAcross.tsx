import { Slot } from '#web/shell/Slot.tsx'
import { lazyScreen } from '#web/shell/screen.ts'
import { Banners } from './Banners.tsx'
import { useShownNotices } from './useShownNotices.ts'

/** Seldom there, so its code is not among that of every page. */
export const marqueeScreen = lazyScreen(async () => (await import('./Marquee.tsx')).Marquee)

/** The notices that stand above every page. */
export const NoticesAcross = () => {
  const { marquees, banners } = useShownNotices()
  return (
    <>
      {marquees.length > 0 && <Slot screen={marqueeScreen} notices={marquees} />}
      <Banners notices={banners} />
    </>
  )
}
