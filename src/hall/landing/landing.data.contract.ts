import type { Slot } from '#contract/terms.ts'
import type { PublicAnnouncement } from '#hall/announcements/announcements.contract.ts'
import type { PublicImage } from '#hall/gallery/gallery.contract.ts'
import type { Customization } from '#system/customization/customization.contract.ts'

/** True if the server-rendered page has the whole list, false if only its beginning. */
type Beginning<T> = { items: T[]; isWhole: boolean }

/** The number of seats that are free today in each slot, or null if the hall does not show it. */
export type FreeSeats = Record<Slot, number> | null

/** Data the server renders the landing page from. It is embedded in the page, and the browser hydrates with it. */
export type LandingData = {
  /** The instant of rendering. */
  at: string
  /** The hall's time zone. */
  timeZone: string
  customization: Customization
  announcements: Beginning<PublicAnnouncement>
  images: Beginning<PublicImage>
  freeSeats: FreeSeats
}

/** The part embedded in this page; every page embeds the customization. */
export type SentLanding = Omit<LandingData, 'customization'>

/** The id of the element that contains the data. */
export const landingDataId = 'landing-data'

/** The name of the meta element with the address of the hall's first picture, which the sign-in page shows. */
export const hallPicture = 'hall-picture'
