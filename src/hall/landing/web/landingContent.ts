import type { PublicAnnouncement } from '#hall/announcements/announcements.contract.ts'
import type { PublicImage } from '#hall/gallery/gallery.contract.ts'
import type { Customization } from '#system/customization/customization.contract.ts'
import type { Answer } from '#web/ui/Loaded.tsx'
import type { FreeSeats } from '../landing.data.contract.ts'

/** The content of the landing page. */
export type LandingContent = {
  customization: Answer<Customization>
  announcements: Answer<readonly PublicAnnouncement[]>
  images: readonly PublicImage[] | undefined
  freeSeats: FreeSeats
}
