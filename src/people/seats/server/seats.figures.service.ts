import { dayIn } from '#contract/day.ts'
import type { Slot } from '#contract/terms.ts'
import { countPeople } from '#people/users/server/users.service.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import { hallShifts } from '#system/shifts/server/shifts.service.ts'
import { dayPlan } from './seats.day.service.ts'
import * as rows from './seats.db.ts'
import { seatsOutOfOrder } from './seats.outages.service.ts'

type Now = Pick<Ctx, 'db' | 'config' | 'now'>

const freeIn = async ({ db, config, now }: Now, slots: readonly Slot[]): Promise<number[]> => {
  const today = dayIn(config.timeZone, now)
  const { seats } = await hallSettings(db)
  const day = await dayPlan(db)
  const besides = await seatsOutOfOrder(db, { config, now }, seats)
  const counts: number[] = []
  for (const slot of slots) {
    const taken = await rows.takenSeats(db, { seats, pieces: day.piecesOf(slot), least: 1, today, besides })
    counts.push(seats - besides.length - taken)
  }
  return counts
}

/**
 * Returns how many seats are free today in each shift; a seat that is only kept for a person with an expired account is free, and one
 * that is out of order is not.
 */
export const freeSeats = async (ctx: Now): Promise<Record<Slot, number>> => {
  const slots = (await hallShifts(ctx.db)).filter(({ isArchived }) => !isArchived).map(({ key }) => key)
  const counts = await freeIn(ctx, slots)
  return Object.fromEntries(slots.map((slot, at) => [slot, counts[at] ?? 0]))
}

export type SeatFigures = {
  /** Students with a seat whose account ends within 7 days, today included. */
  endingSoon: number
  /** Seats whose morning is free, or only kept for a person with an expired account. */
  freeMorning: number
  freeAfternoon: number
}

/** Returns the seat figures of the dashboard. Each is the length of a list that the screens can show. */
export const seatFigures = async ({ db, config, now }: Now): Promise<SeatFigures> => {
  const today = dayIn(config.timeZone, now)
  const endingSoon = await countPeople(db, { role: 'student', status: 'expiring-7', hasSeat: true, today })
  const [freeMorning = 0, freeAfternoon = 0] = await freeIn({ db, config, now }, ['morning', 'afternoon'])
  return { endingSoon, freeMorning, freeAfternoon }
}

/** Returns how many seats end soon, have ended and are kept, and have free time in which a shift is offered. */
export const seatCounts = async ({ db, config, now }: Now) => {
  const today = dayIn(config.timeZone, now)
  const { seats } = await hallSettings(db)
  const offered = (await dayPlan(db)).offered
  const besides = await seatsOutOfOrder(db, { config, now }, seats)
  const taken = await rows.takenSeats(db, { seats, pieces: offered, least: offered.length, today, besides })
  return {
    ending: await countPeople(db, { role: 'student', status: 'expiring-7', hasSeat: true, today }),
    ended: await countPeople(db, { role: 'student', status: 'expired', hasSeat: true, today }),
    freeSeats: seats - besides.length - taken,
  }
}
