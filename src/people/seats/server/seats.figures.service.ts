import type { Slot } from '#contract/terms.ts'
import { countPeople } from '#people/users/server/users.service.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { type HallNow, hallToday } from '#server/hallDay.ts'
import { hallShifts } from '#system/shifts/server/shifts.service.ts'
import { offeredOf } from '#system/shifts/shifts.policy.ts'
import { type DayPlan, dayPlan } from './seats.day.service.ts'
import { seatsOutOfOrder } from './seats.outages.service.ts'
import { takenSeats } from './seats.taken.db.ts'
import { countedDays } from './seats.today.service.ts'

type Now = HallNow & Pick<Ctx, 'db' | 'staleAt'>

/** Seats that count as taken: at least so many of these pieces of the day are. */
type Taken = Pick<Parameters<typeof takenSeats>[1], 'pieces' | 'least'>

/** Returns, for each way of counting taken seats, how many others are free today and not out of order. */
const countFree = async (ctx: Now, waysOf: (day: DayPlan) => readonly Taken[]): Promise<number[]> => {
  const { db } = ctx
  const day = await dayPlan(db)
  const today = await countedDays(ctx, day)
  const { seats } = today
  const besides = await seatsOutOfOrder(db, ctx, seats)
  const counts: number[] = []
  for (const way of waysOf(day)) counts.push(seats - besides.length - (await takenSeats(db, { ...today, ...way, besides })))
  return counts
}

const freeIn = (ctx: Now, slots: readonly Slot[]): Promise<number[]> =>
  countFree(ctx, (day) => slots.map((slot) => ({ pieces: day.piecesOf(slot), least: 1 })))

/**
 * Returns how many seats are free today in each shift; a seat that is only kept for a person with an expired account is free, and one
 * that is out of order is not.
 */
export const freeSeats = async (ctx: Now): Promise<Record<Slot, number>> => {
  const slots = offeredOf(await hallShifts(ctx.db)).map(({ key }) => key)
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
export const seatFigures = async (ctx: Now): Promise<SeatFigures> => {
  const today = hallToday(ctx)
  const endingSoon = await countPeople(ctx.db, { role: 'student', status: 'expiring-7', hasSeat: true, today })
  const [freeMorning = 0, freeAfternoon = 0] = await freeIn(ctx, ['morning', 'afternoon'])
  return { endingSoon, freeMorning, freeAfternoon }
}

/** Returns how many seats end soon, have ended and are kept, and have free time in which a shift is offered. */
export const seatCounts = async (ctx: Now) => {
  const { db } = ctx
  const today = hallToday(ctx)
  const [free = 0] = await countFree(ctx, ({ offered }) => [{ pieces: offered, least: offered.length }])
  return {
    ending: await countPeople(db, { role: 'student', status: 'expiring-7', hasSeat: true, today }),
    ended: await countPeople(db, { role: 'student', status: 'expired', hasSeat: true, today }),
    freeSeats: free,
  }
}
