import { dayIn } from '#contract/day.ts'
import type { Half, Slot } from '#contract/terms.ts'
import { countPeople } from '#people/users/server/users.service.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import * as rows from './seats.db.ts'

/** Returns how many seats are free today in each slot; a seat that is only kept for a person with an expired account is free. */
export const freeSeats = async ({ db, config, now }: Pick<Ctx, 'db' | 'config' | 'now'>): Promise<Record<Slot, number>> => {
  const today = dayIn(config.timeZone, now)
  const { seats } = await hallSettings(db)
  const taken = await rows.takenHalves(db, seats, today)
  const free = (half: Half) => seats - (taken.find((one) => one.half === half)?.count ?? 0)
  return { morning: free('morning'), afternoon: free('afternoon'), 'full-day': seats - (await rows.usedSeats(db, seats, today)) }
}

export type SeatFigures = {
  /** Students with a seat whose account ends within 7 days, today included. */
  endingSoon: number
  /** Seats whose morning is free, or only kept for a person with an expired account. */
  freeMorning: number
  freeAfternoon: number
}

/** Returns the seat figures of the dashboard. Each is the length of a list that the screens can show. */
export const seatFigures = async ({ db, config, now }: Pick<Ctx, 'db' | 'config' | 'now'>): Promise<SeatFigures> => {
  const today = dayIn(config.timeZone, now)
  const endingSoon = await countPeople(db, { role: 'student', status: 'expiring-7', hasSeat: true, today })
  const { morning, afternoon } = await freeSeats({ db, config, now })
  return { endingSoon, freeMorning: morning, freeAfternoon: afternoon }
}

/** Returns how many seats end soon, have ended and are kept, and have a free half. */
export const seatCounts = async ({ db, config, now }: Pick<Ctx, 'db' | 'config' | 'now'>) => {
  const today = dayIn(config.timeZone, now)
  const { seats } = await hallSettings(db)
  return {
    ending: await countPeople(db, { role: 'student', status: 'expiring-7', hasSeat: true, today }),
    ended: await countPeople(db, { role: 'student', status: 'expired', hasSeat: true, today }),
    freeSeats: seats - (await rows.fullSeats(db, seats, today)),
  }
}
