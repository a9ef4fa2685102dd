import type { Reply } from '#contract/endpoint.ts'
import { freeSeats as countFreeSeats } from '#people/seats/server/seats.figures.service.ts'
import type { OpenCtx } from '#server/feature/platform.ts'
import { nextHallDay, withHallClock } from '#server/hallDay.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import type { landingApi } from '../landing.contract.ts'

/** Accounts end with the hall's day, so the count holds until the next one at most. */
export const freeSeats = async (ctx: Pick<OpenCtx, 'db' | 'config' | 'now' | 'staleAt'>): Promise<Reply<typeof landingApi.freeSeats>> => {
  if (!(await hallSettings(ctx.db)).showFreeSeats) return { freeSeats: null }
  const hall = await withHallClock(ctx)
  ctx.staleAt(nextHallDay(hall))
  return { freeSeats: await countFreeSeats(hall) }
}
