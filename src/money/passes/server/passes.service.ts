import { addDays, wallClockIn } from '#contract/day.ts'
import { partOf, timesOf } from '#contract/dayParts.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { toRupees } from '#contract/money.ts'
import { foldPhone } from '#contract/phone.ts'
import { visitorVoucherNumber } from '#money/fees/fees.visitors.policy.ts'
import { labelOf, loadSeatDetails, type SeatLabels, seatLabels } from '#people/rooms/server/rooms.read.service.ts'
import { seatsToSell } from '#people/seats/server/seats.days.service.ts'
import type { seatVisitorsAsked } from '#people/seats/server/seats.hooks.ts'
import { lockPeople } from '#people/users/server/users.lock.service.ts'
import { fold } from '#server/db/fold.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { ReactionTo } from '#server/feature/hooks.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallToday, nextHallDay } from '#server/hallDay.ts'
import { byId, pageOf } from '#server/http/paging.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import { type DayPass, type Offer, passErrors, type passesApi, passLimits } from '../passes.contract.ts'
import { type Moment, momentOf, saleOf } from '../passes.policy.ts'
import * as rows from './passes.db.ts'

type Now = Pick<Ctx, 'config' | 'now'>

/** Returns the moment by the clock on the wall, which decides whether a shift is over. */
export const nowIn = ({ config, now }: Now): Moment => momentOf(wallClockIn(config.timeZone, now))

export const toPass = async (db: Db, row: rows.PassRow, labels?: SeatLabels): Promise<DayPass> => ({
  _id: row.id,
  visitorId: row.visitorId,
  name: row.studentName,
  phone: row.phone,
  day: row.day,
  slot: row.slot,
  shiftName: row.shiftName,
  ...timesOf(row),
  seatNumber: row.seatNumber,
  ...(await labelOf(db, row.seatNumber, labels)),
  amount: toRupees(row.amount),
  price: toRupees(row.price),
  reason: row.reason,
  method: row.method,
  paymentId: row.paymentId,
  receiptNumber: row.receiptNumber,
  soldAt: row.soldAt,
  soldBy: row.soldByName,
  voided: row.voidedAt === null ? null : { at: row.voidedAt, by: row.voidedByName ?? '', reason: row.voidReason ?? '' },
  voucherNumber: visitorVoucherNumber(row),
})

export const list = async ({ db }: Ctx, { query }: Input<typeof passesApi.list>): Promise<Reply<typeof passesApi.list>> => {
  const { items, nextCursor } = await pageOf(byId, query, (limit, after) => rows.page(db, query, limit, after))
  const labels = await seatLabels(db)
  return { items: await Promise.all(items.map((row) => toPass(db, row, labels))), nextCursor }
}

/** Throws `tooFarAhead`. */
export const assertNotTooFar = (day: string, today: string): void => {
  if (day > addDays(today, passLimits.daysAhead)) throw new AppError(passErrors.tooFarAhead, { field: 'day' })
}

/** Returns labels and rooms of those of these seats that have one. */
const namedSeats = async (ctx: Ctx, seats: ReadonlySet<number>): Promise<Offer['seats']> => {
  const knownOf = await loadSeatDetails(ctx)
  return [...seats]
    .toSorted((one, other) => one - other)
    .flatMap((seatNumber) => {
      const { label, room } = knownOf(seatNumber)
      return label === null && room === null ? [] : [{ seatNumber, label, room: room?.name ?? null }]
    })
}

export const offer = async (ctx: Ctx, { query }: Input<typeof passesApi.offer>): Promise<Reply<typeof passesApi.offer>> => {
  const now = nowIn(ctx)
  const today = hallToday(ctx)
  const day = query.day ?? today
  assertNotTooFar(day, today)
  ctx.staleAt(nextHallDay(ctx))
  const { dayPassFee: price, shifts } = await hallSettings(ctx.db)
  const sales = shifts.flatMap((shift) => {
    const sale = shift.isArchived ? undefined : saleOf(shift, day, now)
    return sale ? [{ shift, ...sale }] : []
  })
  const wanted = sales.map(({ shift, day }) => ({ day, slot: shift.key, ...partOf(shift) }))
  const free = await seatsToSell(ctx.db, ctx, wanted)
  const offered = sales.map(({ shift: { key: slot, name, from, to }, ...sale }, at) => ({
    slot,
    name,
    from,
    to,
    ...sale,
    freeSeats: free[at] ?? [],
  }))
  return { price, shifts: offered, seats: await namedSeats(ctx, new Set(free.flat())) }
}

/** Returns visitors whose number or name contains what was typed; nothing for less than `passLimits.searchFrom` characters. */
export const visitors = async ({ db }: Ctx, { query }: Input<typeof passesApi.visitors>): Promise<Reply<typeof passesApi.visitors>> => {
  const { search } = query
  const plain = search.replaceAll(/\D/g, '').replace(/^0+/, '')
  const digits = plain.length >= passLimits.searchFrom ? (foldPhone(search) ?? plain) : ''
  const name = search.length >= passLimits.searchFrom && plain === '' ? fold(search) : ''
  if (digits === '' && name === '') return { items: [], nextCursor: null }
  const found = await rows.search(db, { digits, name }, passLimits.found)
  return { items: found.map(({ id, ...visitor }) => ({ _id: id, ...visitor })), nextCursor: null }
}

/** Erases name and phone of a visitor. Receipts and the audit keep the name as issued, as they do for a deleted student. */
export const removeVisitor = (ctx: Ctx, { params: { id } }: Input<typeof passesApi.removeVisitor>): Promise<void> =>
  ctx.transact(async (tx) => {
    // A sale takes this lock too, so that it cannot rename the visitor after they were erased.
    await lockPeople(tx, ctx)
    if (!(await rows.eraseVisitor(tx, id, ctx.now.toISOString()))) throw new AppError(commonErrors.notFound)
    await writeAudit(tx, ctx, { action: 'passes.removeVisitor', targetId: id, before: { receipts: await rows.receiptsOf(tx, id) } })
    ctx.notify('fees', [])
  })

/** Tells the seat map who has the seats of these passes. */
export const tellVisitors: ReactionTo<typeof seatVisitorsAsked> = async (db, asked) => {
  const found = await rows.withVisitors(db, asked.passIds)
  asked.visitors = new Map(
    found.map(({ id, paymentId, name, shiftName, ...part }) => [id, { passId: id, paymentId, name, shiftName, ...timesOf(part) }]),
  )
}
