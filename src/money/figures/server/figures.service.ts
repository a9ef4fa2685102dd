import { nextMidnight } from '#contract/day.ts'
import { countUncharged } from '#money/charging/server/charging.service.ts'
import { countDebtors } from '#money/dues/server/dues.figures.service.ts'
import { seatCounts } from '#people/seats/server/seats.figures.service.ts'
import type { Ctx } from '#server/feature/platform.ts'
import type { Figures } from '../figures.contract.ts'

export const figures = async (ctx: Ctx): Promise<Figures> => {
  ctx.staleAt(nextMidnight(ctx.config.timeZone, ctx.now))
  return { ...(await seatCounts(ctx)), owes: await countDebtors(ctx), uncharged: await countUncharged(ctx) }
}
