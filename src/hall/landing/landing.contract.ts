import type { PublicAnnouncement } from '#hall/announcements/announcements.contract.ts'
import type { PublicImage } from '#hall/gallery/gallery.contract.ts'
import type { Customization } from '#system/settings/customization.contract.ts'

/** The landing page has no calls of its own: it shows what others answer to everybody. */
export const landingApi = {}

/** Whether a page that is drawn on the server has the whole list, or only its beginning. */
type Beginning<T> = { items: T[]; isWhole: boolean }

/** Everything that the server draws the landing page from; it comes with the page, and the browser goes on with the same. */
export type LandingData = {
  /** The instant of drawing. */
  at: string
  /** The institution's. */
  timeZone: string
  customization: Customization
  announcements: Beginning<PublicAnnouncement>
  images: Beginning<PublicImage>
}

/** What of it comes with the page beside the customization, which every page has. */
export type SentLanding = Omit<LandingData, 'customization'>

/** The id of the element that carries it. */
export const landingDataId = 'landing-data'
