import type { Reply } from '#contract/endpoint.ts'
import { toRupees } from '#contract/money.ts'
import { dayOfMonth, yearAndMonth } from '#contract/month.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { endOfHallDayOr, nextHallDay } from '#server/hallDay.ts'
import type { reportsApi } from '../month-end.contract.ts'
import * as rows from './month-end.money.db.ts'
import { monthsOf } from './month-end.service.ts'

export const money = async (ctx: Ctx, { query }: Input<typeof reportsApi.money>): Promise<Reply<typeof reportsApi.money>> => {
  ctx.staleAt(nextHallDay(ctx))
  const { from, to } = monthsOf(ctx, query, query.asOf)
  const days = { from: dayOfMonth(from, 1), to: dayOfMonth(to, 31), until: endOfHallDayOr(ctx, query.asOf) }
  const moved = new Map((await rows.moved(ctx.db, days)).map(({ month, source, amount }) => [`${month} ${source}`, amount]))
  const handed = new Map((await rows.handedOver(ctx.db, days)).map(({ month, amount }) => [month, amount]))
  const items = Array.from({ length: to - from + 1 }, (_, index) => {
    const month = dayOfMonth(from + index, 1).slice(0, 7)
    const of = (source: rows.Moved['source']): number => moved.get(`${month} ${source}`) ?? 0
    const left = (source: 'payment' | 'refund' | 'in' | 'out'): number => of(source) - of(`${source}-void`)
    const collected = left('payment') - left('refund')
    const otherIn = left('in')
    const paidOut = left('out')
    return {
      ...yearAndMonth(from + index),
      collected: toRupees(collected),
      otherIn: toRupees(otherIn),
      paidOut: toRupees(paidOut),
      left: toRupees(collected + otherIn - paidOut),
      handedOver: toRupees(handed.get(month) ?? 0),
    }
  })
  return { items }
}
