import { joined, timesOf } from '#contract/dayParts.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { toRupees } from '#contract/money.ts'
import type { Half } from '#contract/terms.ts'
import { loadSeatDetails, namedSeat, outOfOrderToday } from '#people/rooms/server/rooms.read.service.ts'
import { type AskedDues, duesAsked, type Seated, type seatChanged } from '#people/users/server/users.hooks.ts'
import { loseSeat } from '#people/users/server/users.seat.service.ts'
import type { UsersTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/tables.ts'
import type { ReactionTo } from '#server/feature/hooks.ts'
import type { Ctx, OpenCtx } from '#server/feature/platform.ts'
import { type HallNow, hallToday, nextHallDay } from '#server/hallDay.ts'
import { isExpired } from '#server/sessions/sessions.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import { hallShifts } from '#system/shifts/server/shifts.service.ts'
import { areHalves, offeredOf } from '#system/shifts/shifts.policy.ts'
import { type FirstView, type Holder, type Seat, seatErrors, type seatsApi } from '../seats.contract.ts'
import { type DayPlan, dayPlan } from './seats.day.service.ts'
import { assertNotSold, soldLater, visitorsToday } from './seats.days.service.ts'
import * as rows from './seats.db.ts'
import { assertInOrder } from './seats.outages.service.ts'
import { soldUntil } from './seats.today.service.ts'

type Now = HallNow & Pick<OpenCtx, 'me'>

/** Takes a kept seat from the people with expired accounts, because another person gets it; their other pieces stay kept. */
const giveAway = async (tx: Db, ctx: Now, wanted: rows.Wanted): Promise<void> => {
  for (const userId of await rows.keptFor(tx, { ...wanted, today: hallToday(ctx) })) {
    await rows.free(tx, userId, wanted.seatNumber, wanted.pieces)
    if (!(await loseSeat(tx, userId, wanted.seatNumber))) continue
    const change = { before: { seatNumber: wanted.seatNumber }, after: { seatNumber: null } }
    await writeAudit(tx, ctx, { action: 'users.giveSeatAway', targetId: userId, ...change })
  }
}

/** If a part of a former seat was given away, the rest stays kept while the account is expired. */
const settleFormer = async (tx: Db, ctx: Now, { id, slot, formerSeat, terminationDate }: Seated): Promise<void> => {
  const pieces = (await dayPlan(tx)).piecesOf(slot)
  if (formerSeat === null || pieces.length === 0 || !isExpired(ctx, terminationDate, ctx.now)) return rows.freeSeatsOf(tx, id)
  await rows.freeOthersOf(tx, id, formerSeat, pieces)
}

/**
 * Gives a person the seat and the times that their row in `users` names, and frees what they had before. Runs in the transaction that
 * wrote the row, and requires the lock `users`. A seat that is only kept for an expired account is taken from that account. It is lost
 * only then, and not when the account expires, so a clock that is wrong for an hour costs nobody their seat.
 *
 * Throws `outOfOrder` if the person did not have the seat before, `seatTaken` with the name of the student who has it at these times,
 * and `soldForDay` if a visitor has it today or later. The primary key of `seats` rejects two holders of one piece in any case.
 */
export const settleSeat: ReactionTo<typeof seatChanged> = async (tx, ctx, seated) => {
  const { id, slot, seatNumber } = seated
  if (seatNumber === null) return settleFormer(tx, ctx, seated)
  if (!(await rows.hasSeat(tx, id, seatNumber))) await assertInOrder(tx, seatNumber, hallToday(ctx))
  await rows.freeSeatsOf(tx, id)
  const day = await dayPlan(tx)
  const pieces = day.piecesOf(slot)
  await giveAway(tx, ctx, { seatNumber, pieces, besides: id })
  const holder = await rows.holder(tx, { seatNumber, pieces, besides: id })
  if (holder) {
    const params = { ...(await namedSeat(tx, seatNumber)), half: day.nameAt(holder.piece), name: holder.name }
    throw new AppError(seatErrors.seatTaken, { params, field: 'seatNumber' })
  }
  await assertNotSold(tx, ctx, seatNumber, day, pieces)
  await rows.take(
    tx,
    pieces.map((piece) => ({ seatNumber, piece, userId: id })),
  )
}

/**
 * Prepares a new account of an imported register: a person who has already left keeps the seat only if it can be given; otherwise it
 * becomes their former seat.
 */
export const withoutTakenSeat = async (tx: Db, ctx: Now, user: UsersTable): Promise<UsersTable> => {
  const { id, slot, seatNumber } = user
  if (seatNumber === null || !isExpired(ctx, user.terminationDate, ctx.now)) return user
  const day = await dayPlan(tx)
  const pieces = day.piecesOf(slot)
  const holder = await rows.holder(tx, { seatNumber, pieces, besides: id })
  const isOut = (await outOfOrderToday(tx, ctx)).has(seatNumber)
  return holder || isOut || (await soldLater(tx, ctx, seatNumber, day, pieces))
    ? { ...user, seatNumber: null, formerSeat: seatNumber }
    : user
}

type Held = Awaited<ReturnType<typeof rows.held>>

/** Returns everybody who has a seat, or for whom it is kept, by their times. */
const holdersOf = (ctx: HallNow, day: DayPlan, held: Held, dues: AskedDues): Holder[] =>
  [...Map.groupBy(held, ({ userId }) => userId).values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const { seatNumber: _, piece, slot, ...person } = first
    const parts = joined(day.pieces, new Set(own.map((one) => one.piece))).map(timesOf)
    const owed = toRupees(dues.owed?.get(person.userId) ?? 0)
    const over = isExpired(ctx, person.terminationDate, ctx.now)
    return { ...person, slot: slot ?? day.keyAt(piece), isExpired: over, owed, parts }
  })

/** Loads the rooms, holders and visitors of all seats. `userIds` are the people whose dues are shown. */
const loadSeats = async (ctx: Ctx, day: DayPlan, all: Held, userIds: readonly string[]) => {
  const { db } = ctx
  const dues: AskedDues = { userIds: [...new Set(userIds)] }
  await ctx.hooks.run(duesAsked, db, dues)
  const visitors = await visitorsToday(db, ctx, day)
  ctx.staleAt(nextHallDay(ctx))
  ctx.staleAt(soldUntil(day, ctx))
  const bySeat = Map.groupBy(all, ({ seatNumber }) => seatNumber)
  const { seats: length } = await hallSettings(db)
  const detailsOf = await loadSeatDetails(ctx)
  return Array.from({ length }, (_, before) => {
    const seatNumber = before + 1
    const held = bySeat.get(seatNumber) ?? []
    const holders = holdersOf(ctx, day, held, dues)
    return { held, seat: { seatNumber, ...detailsOf(seatNumber), holders, visitors: visitors.get(seatNumber) ?? [] } }
  })
}

export const list = async (ctx: Ctx): Promise<Reply<typeof seatsApi.list>> => {
  const day = await dayPlan(ctx.db)
  const all = await rows.held(ctx.db)
  const loaded = await loadSeats(
    ctx,
    day,
    all,
    all.map(({ userId }) => userId),
  )
  const items = loaded.map(({ held, seat }): Seat => {
    const at = (slot: Half) => {
      const pieces = new Set(day.piecesOf(slot))
      const userId = held.find(({ piece }) => pieces.has(piece))?.userId
      const found = seat.holders.find((one) => one.userId === userId)
      if (!found) return null
      const { parts: _, ...holder } = found
      return holder
    }
    return { ...seat, morning: at('morning'), afternoon: at('afternoon') }
  })
  return { items, nextCursor: null, total: items.length }
}

/** A sixth of `list` in a full hall with six shifts: on a slow phone the map waits for it. */
export const first = async (ctx: Ctx): Promise<Reply<typeof seatsApi.first>> => {
  const shifts = await hallShifts(ctx.db)
  const day = await dayPlan(ctx.db)
  const all = await rows.held(ctx.db)
  const shift = areHalves(shifts) ? null : (offeredOf(shifts)[0]?.key ?? null)
  const pieces = new Set(day.piecesOf(shift))
  const isShown = ({ piece }: Held[number]): boolean => shift === null || pieces.has(piece)
  const shown = new Set(all.filter(isShown).map(({ userId }) => userId))
  const items = (await loadSeats(ctx, day, all, [...shown])).map(({ seat }): FirstView['items'][number] => {
    const [holders, others] = [true, false].map((is) => seat.holders.filter(({ userId }) => shown.has(userId) === is))
    const named = shift === null ? holders : holders?.map(({ userId: _, phone: __, ...holder }) => holder)
    return { ...seat, holders: named ?? [], otherTimes: (others ?? []).flatMap(({ isExpired: isOver, parts }) => (isOver ? [] : parts)) }
  })
  return { shift, items }
}
