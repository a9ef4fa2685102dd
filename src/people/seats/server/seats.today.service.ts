import { nextMidnight, startInstant } from '#contract/day.ts'
import { timeOf } from '#contract/dayParts.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { type HallNow, hallToday, nextHallDay } from '#server/hallDay.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import type { DayPlan } from './seats.day.service.ts'
import { calendarDay, runningPiece } from './seats.days.service.ts'
import type { Today } from './seats.taken.db.ts'

/** Returns the instant from which other day passes are of today: the end of the piece that is still running, or the next midnight. */
export const soldUntil = (plan: DayPlan, ctx: HallNow): string =>
  runningPiece(plan, ctx)
    ? startInstant(ctx.config.timeZone, `${calendarDay(ctx)}T${timeOf(plan.pieces[0] ?? 0)}`)
    : nextMidnight(ctx.config.timeZone, ctx.now).toISOString()

/** Returns the days for which seats are counted, and marks the reply as stale from the instant at which they are others. */
export const countedDays = async (ctx: HallNow & Pick<Ctx, 'db' | 'staleAt'>, plan: DayPlan): Promise<Today> => {
  const { seats } = await hallSettings(ctx.db)
  ctx.staleAt(nextHallDay(ctx))
  ctx.staleAt(soldUntil(plan, ctx))
  return { seats, hallDay: hallToday(ctx), calendarDay: calendarDay(ctx), running: runningPiece(plan, ctx) }
}
