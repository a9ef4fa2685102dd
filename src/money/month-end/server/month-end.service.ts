import { addDays } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { toRupees } from '#contract/money.ts'
import { dayOfMonth, monthOfDay, yearAndMonth } from '#contract/month.ts'
import { byMethod } from '#contract/terms.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { endOfHallDayOr, type HallNow, hallToday, nextHallDay } from '#server/hallDay.ts'
import {
  type ByMethod,
  type ClerkFigures,
  type Collections,
  type DayFigures,
  daysMessage,
  reportLimits,
  type reportsApi,
  type Void,
} from '../month-end.contract.ts'
import * as rows from './month-end.db.ts'
import { depositsOf, sumsOfMonths } from './month-end.sums.service.ts'

/** One year: the number of months in a report if none is requested. */
const usualMonths = 12

type Months = { from?: string | undefined; to?: string | undefined }

/** Returns the requested months as numbers; defaults to the last twelve. */
export const monthsOf = (ctx: HallNow, query: Months, asOf = hallToday(ctx)): { from: number; to: number } => {
  const to = query.to ? monthOfDay(query.to) : query.from ? monthOfDay(query.from) + usualMonths - 1 : monthOfDay(asOf)
  return { from: query.from ? monthOfDay(query.from) : to - usualMonths + 1, to }
}

export const months = async (ctx: Ctx, { query }: Input<typeof reportsApi.months>): Promise<Reply<typeof reportsApi.months>> => {
  ctx.staleAt(nextHallDay(ctx))
  const { from, to } = monthsOf(ctx, query, query.asOf)
  const until = endOfHallDayOr(ctx, query.asOf)
  const deposits = await depositsOf(ctx.db, until)
  const ofDeposits = new Map(deposits.map((row) => [row.period, row]))
  const all = new Map((await sumsOfMonths(ctx.db, from, to, until)).map((row) => [row.period, row]))
  const sum = { amount: 0, paid: 0 }
  const items = Array.from({ length: to - from + 1 }, (_, index) => {
    const [whole, deposit] = [all.get(from + index), ofDeposits.get(from + index)]
    const amount = (whole?.amount ?? 0) - (deposit?.amount ?? 0)
    const paid = (whole?.paid ?? 0) - (deposit?.paid ?? 0)
    sum.amount += amount
    sum.paid += paid
    return { ...yearAndMonth(from + index), ...inRupees(amount, paid) }
  })
  const held = deposits.reduce((held, { paid }) => held + paid, 0)
  const owed = deposits.reduce((owed, { amount, paid }) => owed + amount - paid, 0)
  const asOfDay = query.asOf ?? null
  return { items, total: inRupees(sum.amount, sum.paid), asOf: asOfDay, deposits: { held: toRupees(held), outstanding: toRupees(owed) } }
}

const inRupees = (amount: number, paid: number) => ({
  due: toRupees(amount),
  collected: toRupees(paid),
  outstanding: toRupees(amount - paid),
})

type Days = { from?: string | undefined; to?: string | undefined; asOf?: string | undefined }

/** Returns the requested days; defaults to the current month up to today, or up to the day of the figures. */
export const rangeOf = (ctx: HallNow, { from, to, asOf }: Days): rows.Span => {
  const today = asOf ?? hallToday(ctx)
  const last = to ?? (from !== undefined && from > today ? from : today)
  const first = from ?? `${last.slice(0, 7)}-01`
  if (last < first || last >= addDays(first, reportLimits.days))
    throw new AppError(commonErrors.invalid, { message: daysMessage, field: 'from' })
  return { from: first, to: last, until: endOfHallDayOr(ctx, asOf) }
}

type Paise = { received: number; refunded: number; voided: number; methods: ByMethod }
const nothing = (): Paise => ({ received: 0, refunded: 0, voided: 0, methods: byMethod(() => 0) })

type Kind = 'received' | 'refunded' | 'voidedPayment' | 'voidedRefund'

const add = (to: Paise, kind: Kind, { method, amount }: rows.Moved): void => {
  const sign = kind === 'received' || kind === 'voidedRefund' ? 1 : -1
  to.methods[method] += sign * amount
  if (kind === 'received' || kind === 'refunded') to[kind] += amount
  else to.voided -= sign * amount
}

const shown = ({ received, refunded, voided, methods }: Paise) => ({
  received: toRupees(received),
  refunded: toRupees(refunded),
  voided: toRupees(voided),
  net: toRupees(received - refunded - voided),
  methods: byMethod((method) => toRupees(methods[method])),
})

/** Returns the value of a key, and creates it if it is missing. */
const at = <V>(map: Map<string, V>, key: string, make: () => V): V => {
  const found = map.get(key) ?? make()
  map.set(key, found)
  return found
}

/** Sums movements by day, by clerk, and by both. */
const tally = (moved: readonly (readonly [Kind, readonly rows.Moved[]])[]) => {
  const total = nothing()
  const names = new Map<string, string>()
  const clerks = new Map<string, Paise>()
  const days = new Map<string, { sum: Paise; clerks: Map<string, Paise> }>()
  for (const [kind, some] of moved) {
    for (const one of some) {
      names.set(one.clerkId, one.clerkName)
      const day = at(days, one.day, () => ({ sum: nothing(), clerks: new Map() }))
      for (const sum of [total, day.sum, at(clerks, one.clerkId, nothing), at(day.clerks, one.clerkId, nothing)]) add(sum, kind, one)
    }
  }
  const byName = (some: Map<string, Paise>): ClerkFigures[] =>
    [...some]
      .map(([clerkId, sum]) => ({ clerkId, name: names.get(clerkId) ?? '', ...shown(sum) }))
      .toSorted((one, other) => one.name.localeCompare(other.name) || (one.clerkId < other.clerkId ? -1 : 1))
  const byDay: DayFigures[] = [...days]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .map(([day, { sum, clerks: some }]) => ({ day, ...shown(sum), clerks: byName(some) }))
  return { total: shown(total), days: byDay, clerks: byName(clerks) }
}

const toVoid =
  (kind: Void['kind']) =>
  (row: rows.Entry): Void => ({
    _id: row.id,
    number: row.number,
    kind,
    studentName: row.studentName,
    amount: toRupees(row.amount),
    method: row.method,
    bookedOn: row.bookedOn,
    voidedOn: row.voidedOn ?? row.bookedOn,
    at: row.voidedAt ?? row.enteredAt,
    by: row.voidedByName ?? '',
    reason: row.voidReason ?? '',
  })

const sumsOf = async (db: Ctx['db'], span: rows.Span) =>
  tally([
    ['received', await rows.entered(db, 'payments', span)],
    ['refunded', await rows.entered(db, 'refunds', span)],
    ['voidedPayment', await rows.voided(db, 'payments', span)],
    ['voidedRefund', await rows.voided(db, 'refunds', span)],
  ])

/** Returns the same days of the month before, or all of it for a whole month; undefined unless the days are the first of one month. */
const daysBefore = ({ from, to }: Pick<rows.Span, 'from' | 'to'>): Pick<rows.Span, 'from' | 'to'> | undefined => {
  const month = monthOfDay(from)
  if (from !== dayOfMonth(month, 1) || monthOfDay(to) !== month) return undefined
  const last = to === dayOfMonth(month, 31) ? 31 : Number(to.slice(8))
  return { from: dayOfMonth(month - 1, 1), to: dayOfMonth(month - 1, last) }
}

const collectedBefore = async (db: Ctx['db'], span: rows.Span): Promise<Collections['before']> => {
  const before = daysBefore(span)
  return before ? { ...before, net: (await sumsOf(db, { ...span, ...before })).total.net } : null
}

export type Collected = {
  /** In rupees, as in the collections of the day and the month. */
  today: number
  month: number
}

/** Returns the collections of today and this month, minus refunds and voids. */
export const collected = async (ctx: HallNow & Pick<Ctx, 'db'>): Promise<Collected> => {
  const span = rangeOf(ctx, {})
  const { days, total } = await sumsOf(ctx.db, span)
  return { today: days.find(({ day }) => day === span.to)?.net ?? 0, month: total.net }
}

const dayPassesOf = async (db: Ctx['db'], span: rows.Span): Promise<Collections['dayPasses']> => {
  const [sold, back] = [await rows.passesSold(db, span), await rows.passesVoided(db, span)]
  return { count: sold.count - back.count, amount: toRupees(sold.amount - back.amount) }
}

export const collections = async (ctx: Ctx, { query }: Input<typeof reportsApi.collections>): Promise<Collections> => {
  const { db } = ctx
  if (!query.to) ctx.staleAt(nextHallDay(ctx))
  const span = rangeOf(ctx, query)
  const sums = await sumsOf(db, span)
  const payments = (await rows.voids(db, 'payments', span, limits.listMax)).map(toVoid('payment'))
  const refunds = (await rows.voids(db, 'refunds', span, limits.listMax)).map(toVoid('refund'))
  const voids = [...payments, ...refunds].toSorted((one, other) => (one.at < other.at ? 1 : -1)).slice(0, limits.listMax)
  return { from: span.from, to: span.to, ...sums, before: await collectedBefore(db, span), dayPasses: await dayPassesOf(db, span), voids }
}
