import type { Reply } from '#contract/endpoint.ts'
import { toRupees } from '#contract/money.ts'
import { dayOfMonth, monthOfDay, yearAndMonth } from '#contract/month.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { endOfHallDayOr, nextHallDay } from '#server/hallDay.ts'
import type { reportsApi } from '../month-end.contract.ts'
import * as rows from './month-end.money.db.ts'
import { monthsOf } from './month-end.service.ts'

/** Returns sums by month, in paise. */
const byMonth = (found: readonly rows.Summed[]): ReadonlyMap<number, number> =>
  new Map(found.map(({ month, amount }) => [monthOfDay(`${month}-01`), amount]))

export const money = async (ctx: Ctx, { query }: Input<typeof reportsApi.money>): Promise<Reply<typeof reportsApi.money>> => {
  ctx.staleAt(nextHallDay(ctx))
  const { from, to } = monthsOf(ctx, query, query.asOf)
  const days = { from: dayOfMonth(from, 1), to: dayOfMonth(to, 31), until: endOfHallDayOr(ctx, query.asOf) }
  const received = byMonth(await rows.entered(ctx.db, 'payments', days))
  const receivedBack = byMonth(await rows.voided(ctx.db, 'payments', days))
  const refunded = byMonth(await rows.entered(ctx.db, 'refunds', days))
  const refundedBack = byMonth(await rows.voided(ctx.db, 'refunds', days))
  const out = byMonth(await rows.boxed(ctx.db, 'out', days))
  const outBack = byMonth(await rows.boxedBack(ctx.db, 'out', days))
  const other = byMonth(await rows.boxed(ctx.db, 'in', days))
  const otherBack = byMonth(await rows.boxedBack(ctx.db, 'in', days))
  const handed = byMonth(await rows.handedOver(ctx.db, days))
  const items = Array.from({ length: to - from + 1 }, (_, index) => {
    const of = (sums: ReadonlyMap<number, number>): number => sums.get(from + index) ?? 0
    const collected = of(received) - of(receivedBack) - of(refunded) + of(refundedBack)
    const otherIn = of(other) - of(otherBack)
    const paidOut = of(out) - of(outBack)
    return {
      ...yearAndMonth(from + index),
      collected: toRupees(collected),
      otherIn: toRupees(otherIn),
      paidOut: toRupees(paidOut),
      left: toRupees(collected + otherIn - paidOut),
      handedOver: toRupees(of(handed)),
    }
  })
  return { items }
}
