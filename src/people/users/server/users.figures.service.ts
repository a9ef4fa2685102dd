import { dayIn } from '#contract/day.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallSettings } from '#system/settings/server/customization.service.ts'
import * as people from './users.list.db.ts'
import * as rows from './users.seats.db.ts'

export type SeatFigures = {
  /** Students with a seat whose account ends within 7 days, today included. */
  endingSoon: number
  /** Seats whose morning nobody has, or that is only kept for someone whose account is over. */
  freeMorning: number
  freeAfternoon: number
}

/** What the dashboard says about the seats: each figure is the length of a list that the screens can show. */
export const seatFigures = async ({ db, config, now }: Pick<Ctx, 'db' | 'config' | 'now'>): Promise<SeatFigures> => {
  const today = dayIn(config.timeZone, now)
  const endingSoon = await people.count(db, { search: undefined, role: 'student', status: 'expiring-7', hasSeat: true, today }, undefined)
  const { seats } = await hallSettings(db)
  const taken = await rows.takenHalves(db, seats, today)
  const free = (half: 'morning' | 'afternoon') => seats - (taken.find((one) => one.half === half)?.count ?? 0)
  return { endingSoon, freeMorning: free('morning'), freeAfternoon: free('afternoon') }
}
