import { dayIn } from '#contract/day.ts'
import type { Half } from '#contract/terms.ts'
import { countPeople } from '#people/users/server/users.service.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import { dayPlan } from './seats.day.service.ts'
import * as rows from './seats.db.ts'

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
  const { seats } = await hallSettings(db)
  const day = await dayPlan(db)
  const free = async (half: Half) => seats - (await rows.takenSeats(db, seats, day.piecesOf(half), 1, today))
  return { endingSoon, freeMorning: await free('morning'), freeAfternoon: await free('afternoon') }
}

/** Returns how many seats end soon, have ended and are kept, and have free time in which a shift is offered. */
export const seatCounts = async ({ db, config, now }: Pick<Ctx, 'db' | 'config' | 'now'>) => {
  const today = dayIn(config.timeZone, now)
  const { seats } = await hallSettings(db)
  const offered = (await dayPlan(db)).offered
  return {
    ending: await countPeople(db, { role: 'student', status: 'expiring-7', hasSeat: true, today }),
    ended: await countPeople(db, { role: 'student', status: 'expired', hasSeat: true, today }),
    freeSeats: seats - (await rows.takenSeats(db, seats, offered, offered.length, today)),
  }
}
