import * as announcements from '#hall/announcements/server/announcements.service.ts'
import * as gallery from '#hall/gallery/server/gallery.service.ts'
import type { LandingData } from '#hall/landing/landing.data.contract.ts'
import { newForMs, signChanges } from '#hall/landing/landing.policy.ts'
import type { Platform } from '#server/feature/platform.ts'
import { currentCustomization } from '#system/customization/server/customization.current.service.ts'
import { freeSeats } from './landing.service.ts'

/** Maximum number rendered on the server; the browser loads the rest. */
const most = { announcements: 20, images: 12 }

const beginningOf = <T>(items: readonly T[], count: number) => ({ items: items.slice(0, count), isWhole: items.length <= count })

/** Reads the data of the landing page, and the instant until which it is valid if nothing is changed. */
export const readLanding = async (platform: Platform): Promise<{ data: LandingData; until: Date }> => {
  const { db, config, clock } = platform
  const now = clock()
  const changes: Date[] = []
  const staleAt = (instant: Date | string | null) => void (instant !== null && changes.push(new Date(instant)))
  const [customization, announced, shown, seats] = [
    await currentCustomization(platform),
    await announcements.publicList({ db, now, staleAt }),
    await gallery.publicList(platform),
    await freeSeats({ db, config, now, staleAt }),
  ]
  changes.push(...signChanges(customization.landing, config.timeZone, now))
  changes.push(...announced.items.map(({ createdAt }) => new Date(Date.parse(createdAt) + newForMs)))
  return {
    data: {
      at: now.toISOString(),
      timeZone: config.timeZone,
      customization,
      announcements: beginningOf(announced.items, most.announcements),
      images: beginningOf(shown.items, most.images),
      ...seats,
    },
    until: new Date(Math.min(...changes.map(Number).filter((instant) => instant > now.getTime()))),
  }
}
