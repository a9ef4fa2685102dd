import type { PublicAnnouncement } from '#hall/announcements/announcements.contract.ts'
import type { PublicImage } from '#hall/gallery/gallery.contract.ts'
import type { Customization } from '#system/customization/customization.contract.ts'
import type { Answer } from '#web/ui/Loaded.tsx'
import { Bar } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import type { FreeSeats } from '../landing.data.contract.ts'
import { landingEn } from '../landing.en.ts'
import { Announcements } from './Announcements.tsx'
import { Carousel } from './Carousel.tsx'
import { Facilities, Figures } from './Facilities.tsx'
import { Fees } from './Fees.tsx'
import { Hero } from './Hero.tsx'
import { LandingFooter } from './LandingFooter.tsx'
import { LandingHeader } from './LandingHeader.tsx'
import { Part } from './Part.tsx'
import { PartLink } from './PartLink.tsx'
import { useSlides } from './slides.ts'
import type { Clock } from './useClock.ts'
import { VisitUs } from './VisitUs.tsx'

export type LandingViewProps = {
  customization: Customization
  announcements: Answer<readonly PublicAnnouncement[]>
  /** Undefined while loading; empty if they could not be loaded. */
  images: readonly PublicImage[] | undefined
  freeSeats: FreeSeats
  clock: Clock
}

const Gallery = ({ images }: { images: readonly PublicImage[] }) => <Carousel slides={useSlides(images)} />

/**
 * The landing page, rendered by the server and hydrated by the browser. It must render the same on both: no inline styles, no generated
 * ids, and no time except `clock`.
 */
export const LandingView = ({ customization, announcements, images, freeSeats, clock }: LandingViewProps) => {
  const words = useWords(landingEn)
  const { systemName, landing, hall, demo } = customization
  return (
    <>
      <PartLink
        to="content"
        className="sr-only z-30 rounded-lg bg-surface px-4 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {words.skip}
      </PartLink>
      <LandingHeader {...customization} />
      <main id="content" className="outline-none">
        <Hero systemName={systemName} landing={landing} hall={hall} images={images} clock={clock} />
        <Fees hall={hall} freeSeats={freeSeats} />
        <Facilities />
        {landing.figures.length > 0 && <Figures figures={landing.figures} />}
        <VisitUs systemName={systemName} landing={landing} clock={clock} hasMap={demo !== 'public'} />
        <Announcements announcements={announcements} clock={clock} />
        <Part id="gallery" title={words.gallery.title}>
          {images ? <Gallery images={images} /> : <Bar className="aspect-[2/1] w-full" />}
        </Part>
      </main>
      <LandingFooter systemName={systemName} landing={landing} clock={clock} />
    </>
  )
}
