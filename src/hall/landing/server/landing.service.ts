import { addDays, dayIn, startInstant } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import { freeSeats as countFreeSeats } from '#people/seats/server/seats.figures.service.ts'
import type { OpenCtx } from '#server/feature/platform.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import type { landingApi } from '../landing.contract.ts'

/** Accounts end at midnight, so the count holds for one day at most. */
export const freeSeats = async (ctx: Pick<OpenCtx, 'db' | 'config' | 'now' | 'staleAt'>): Promise<Reply<typeof landingApi.freeSeats>> => {
  if (!(await hallSettings(ctx.db)).showFreeSeats) return { freeSeats: null }
  const { timeZone } = ctx.config
  ctx.staleAt(new Date(startInstant(timeZone, addDays(dayIn(timeZone, ctx.now), 1))))
  return { freeSeats: await countFreeSeats(ctx) }
}
