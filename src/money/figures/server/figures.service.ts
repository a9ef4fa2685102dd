import { countUncharged } from '#money/charging/server/charging.service.ts'
import { countDebtors } from '#money/dues/server/dues.figures.service.ts'
import { seatCounts } from '#people/seats/server/seats.figures.service.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { nextHallDay } from '#server/hallDay.ts'
import type { Figures } from '../figures.contract.ts'

export const figures = async (ctx: Ctx): Promise<Figures> => {
  ctx.staleAt(nextHallDay(ctx))
  return { ...(await seatCounts(ctx)), owes: await countDebtors(ctx), uncharged: await countUncharged(ctx) }
}
