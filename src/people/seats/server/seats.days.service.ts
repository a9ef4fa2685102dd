import { addDays, dayIn, startInstant, wallClockIn } from '#contract/day.ts'
import { type DayPart, minuteOf, timeOf } from '#contract/dayParts.ts'
import { AppError } from '#contract/errors.ts'
import type { Slot } from '#contract/terms.ts'
import type { NamedSeat } from '#people/rooms/rooms.shapes.contract.ts'
import { namedSeat, outOfOrderOn, seatLabels } from '#people/rooms/server/rooms.read.service.ts'
import type { SeatDaysTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/tables.ts'
import type { ReactionTo } from '#server/feature/hooks.ts'
import type { Platform } from '#server/feature/platform.ts'
import { type HallNow, hallDay, hallToday } from '#server/hallDay.ts'
import { isExpired } from '#server/sessions/sessions.ts'
import { assertNoneTaken } from '#system/customization/server/customization.hall.service.ts'
import type { hallSeatsChanged } from '#system/customization/server/customization.hooks.ts'
import { hallSettings } from '#system/customization/server/customization.service.ts'
import { seatErrors } from '../seats.contract.ts'
import { type DayPlan, dayPlan } from './seats.day.service.ts'
import * as days from './seats.days.db.ts'
import * as rows from './seats.db.ts'
import { type AskedVisitors, type SeatVisitor, seatVisitorsAsked } from './seats.hooks.ts'
import { assertInOrder } from './seats.outages.service.ts'

/*
 * Seats that are sold for one day. A pass has the pieces of its shift, each on the calendar day on which the piece begins: those of
 * a night shift after midnight are of the next day. Under the lock `users`, neither students nor passes can change.
 */

type Now = HallNow
type Hooked = Now & Pick<Platform, 'hooks'>

type CalendarNow = Pick<Now, 'config' | 'now'>

/** Returns the calendar day: pieces do not follow the hour at which the hall's day begins. */
export const calendarDay = ({ config, now }: CalendarNow): string => dayIn(config.timeZone, now)

/** A shift, with its times, that begins on a day. */
export type ShiftOfDay = DayPart & { day: string; slot: Slot }

type Piece = Pick<SeatDaysTable, 'day' | 'piece'>

/** Returns the day on which a piece of a shift falls. */
export const dayOfPiece = ({ day, starts }: Pick<ShiftOfDay, 'day' | 'starts'>, piece: number): string =>
  piece >= starts ? day : addDays(day, 1)

const piecesOn = (plan: DayPlan, shift: ShiftOfDay): Piece[] =>
  plan.piecesOf(shift.slot).map((piece) => ({ day: dayOfPiece(shift, piece), piece }))

/** Returns the hall's days of a shift that are not over: a night shift can end on the next one. */
const daysLeft = (ctx: Now, { day, starts, ends }: ShiftOfDay): string[] => {
  const end = startInstant(ctx.config.timeZone, `${ends <= starts ? addDays(day, 1) : day}T${timeOf(ends)}`)
  const last = hallDay(ctx, new Date(Date.parse(end) - 1))
  return [day, ...(last > day ? [last] : [])].filter((one) => one >= hallToday(ctx))
}

const keyOf = ({ day, seatNumber, piece }: Omit<SeatDaysTable, 'passId'>): string => `${day} ${seatNumber} ${piece}`

/** Returns the first day whose rows matter: the last piece of yesterday may run past midnight. */
export const firstRelevant = (ctx: CalendarNow): string => addDays(calendarDay(ctx), -1)

/** Returns which rows are of today or later, or began yesterday and are not over. */
const unfinished = ({ pieces }: DayPlan, ctx: Now) => {
  const [today, yesterday] = [calendarDay(ctx), firstRelevant(ctx)]
  const minute = minuteOf(wallClockIn(ctx.config.timeZone, ctx.now).slice(11, 16))
  const runsOn = minute < (pieces[0] ?? 0)
  return ({ day, piece }: Piece): boolean => day >= today || (runsOn && day === yesterday && piece === pieces.at(-1))
}

/** Returns the piece that began yesterday and is still running, if one does. */
export const runningPiece = (plan: DayPlan, ctx: Now): Piece | undefined => {
  const last = { day: firstRelevant(ctx), piece: plan.pieces.at(-1) ?? 0 }
  return unfinished(plan, ctx)(last) ? last : undefined
}

/** Returns, for each shift, the seats that can be sold for it of a day: no student has them now, and no pass on that day. */
export const seatsToSell = async (db: Db, ctx: Now, shifts: readonly ShiftOfDay[]): Promise<number[][]> => {
  const [first] = shifts
  if (!first) return []
  const plan = await dayPlan(db)
  const { seats } = await hallSettings(db)
  const held = (await rows.held(db)).filter(({ terminationDate }) => !isExpired(ctx, terminationDate, ctx.now))
  const heldPieces = new Set(held.map(({ seatNumber, piece }) => `${seatNumber} ${piece}`))
  const dates = shifts.map(({ day }) => day).toSorted()
  const sold = new Set((await days.between(db, dates[0] ?? first.day, addDays(dates.at(-1) ?? first.day, 1))).map(keyOf))
  const touched = shifts.map((shift) => daysLeft(ctx, shift))
  const outages = new Map<string, ReadonlyMap<number, unknown>>()
  for (const day of new Set(touched.flat())) outages.set(day, await outOfOrderOn(db, day))
  return shifts.map((shift, at) => {
    const pieces = piecesOn(plan, shift)
    const isOut = (seatNumber: number): boolean => touched[at]?.some((day) => outages.get(day)?.has(seatNumber)) ?? false
    const isFree = (seatNumber: number): boolean =>
      pieces.every(({ day, piece }) => !heldPieces.has(`${seatNumber} ${piece}`) && !sold.has(keyOf({ day, seatNumber, piece })))
    return Array.from({ length: seats }, (_, before) => before + 1).filter((seat) => isFree(seat) && !isOut(seat))
  })
}

/** Returns the visitors of these passes by the id of the pass. */
const visitorsOf = async (
  db: Db,
  { hooks }: Pick<Hooked, 'hooks'>,
  passIds: readonly string[],
): Promise<ReadonlyMap<string, SeatVisitor>> => {
  const asked: AskedVisitors = { passIds: [...new Set(passIds)] }
  await hooks.run(seatVisitorsAsked, db, asked)
  return asked.visitors ?? new Map()
}

/** Returns the name of the visitor of a pass. */
export const visitorName = async (db: Db, ctx: Pick<Hooked, 'hooks'>, passId: string): Promise<string> =>
  (await visitorsOf(db, ctx, [passId])).get(passId)?.name ?? ''

/**
 * Gives a visitor a seat for a shift of a day. Throws `seatTaken` if a student has a piece of it now, `soldForDay` if another
 * visitor has, and `outOfOrder`; a seat that is only kept for an expired account can be used, and stays kept. Requires the lock `users`.
 */
export const takeForDay = async (tx: Db, ctx: Hooked, taken: ShiftOfDay & { seatNumber: number; passId: string }): Promise<void> => {
  const { seatNumber, passId } = taken
  const plan = await dayPlan(tx)
  const holder = await rows.currentHolder(tx, { seatNumber, pieces: plan.piecesOf(taken.slot), besides: '', today: hallToday(ctx) })
  if (holder) {
    const params = { ...(await namedSeat(tx, seatNumber)), half: plan.nameAt(holder.piece), name: holder.name }
    throw new AppError(seatErrors.seatTaken, { params, field: 'seatNumber' })
  }
  for (const day of daysLeft(ctx, taken)) await assertInOrder(tx, seatNumber, day)
  const wanted = piecesOn(plan, taken).map((piece) => ({ ...piece, seatNumber, passId }))
  const keys = new Set(wanted.map(keyOf))
  const sold = (await days.between(tx, taken.day, addDays(taken.day, 1))).find((row) => keys.has(keyOf(row)))
  if (sold) await throwSold(tx, ctx, sold)
  await days.forgetBefore(tx, firstRelevant(ctx))
  await days.take(tx, wanted)
}

const throwSold = async (tx: Db, ctx: Pick<Hooked, 'hooks'>, { day, seatNumber, passId }: SeatDaysTable): Promise<never> => {
  const params = { ...(await namedSeat(tx, seatNumber)), day, name: await visitorName(tx, ctx, passId) }
  throw new AppError(seatErrors.soldForDay, { params, field: 'seatNumber' })
}

/** Returns the first day, today or later, on which a visitor has one of these pieces of a seat. */
export const soldLater = async (
  db: Db,
  ctx: Now,
  seatNumber: number,
  plan: DayPlan,
  pieces: readonly number[],
): Promise<SeatDaysTable | undefined> => {
  const counts = unfinished(plan, ctx)
  return (await days.ofSeat(db, seatNumber, firstRelevant(ctx))).find((row) => pieces.includes(row.piece) && counts(row))
}

/** Throws `soldForDay` if a visitor has a piece of the seat today or later. Requires the lock `users`. */
export const assertNotSold = async (tx: Db, ctx: Hooked, seatNumber: number, plan: DayPlan, pieces: readonly number[]): Promise<void> => {
  const sold = await soldLater(tx, ctx, seatNumber, plan, pieces)
  if (sold) await throwSold(tx, ctx, sold)
}

/** Returns why seats cannot be assigned to students: the parameters of `soldForDay` by seat and piece, such as `7 840`. */
export const soldPieces = async (db: Db, ctx: Hooked, plan: DayPlan) => {
  const sold = await unfinishedDays(db, ctx, plan)
  const visitors = await visitorsOf(
    db,
    ctx,
    sold.map(({ passId }) => passId),
  )
  const labels = await seatLabels(db)
  const params = new Map<string, NamedSeat & { day: string; name: string }>()
  // The first day comes last, so that it is the one that stays.
  for (const { seatNumber, piece, day, passId } of sold.toReversed())
    params.set(`${seatNumber} ${piece}`, { ...(await namedSeat(db, seatNumber, labels)), day, name: visitors.get(passId)?.name ?? '' })
  return params
}

/** Throws `seatsTaken` with the visitors if a seat beyond the hall's number is sold today or later. Requires the lock `users`. */
export const assertNoneSoldBeyond: ReactionTo<typeof hallSeatsChanged> = async (tx, ctx, seats) => {
  const sold = (await unfinishedDays(tx, ctx, await dayPlan(tx))).filter(({ seatNumber }) => seatNumber > seats)
  if (sold.length === 0) return
  const visitors = await visitorsOf(
    tx,
    ctx,
    sold.map(({ passId }) => passId),
  )
  const taken = sold.map(({ seatNumber: seat, passId }) => ({ seat, name: visitors.get(passId)?.name ?? '' }))
  const each = new Map(taken.map((one) => [`${one.seat} ${one.name}`, one]))
  assertNoneTaken([...each.values()].toSorted((one, other) => one.seat - other.seat))
}

/** Frees the seat of a pass. Requires the lock `users`. */
export const freeForDay = async (tx: Db, passId: string): Promise<void> => void (await days.freePass(tx, passId))

/** Returns the rows of today and later, and those of yesterday that are not over. */
export const unfinishedDays = async (db: Db, ctx: Now, plan: DayPlan): Promise<SeatDaysTable[]> =>
  (await days.from(db, firstRelevant(ctx))).filter(unfinished(plan, ctx))

/** Returns the visitors of today by seat. */
export const visitorsToday = async (db: Db, ctx: Hooked, plan: DayPlan): Promise<Map<number, SeatVisitor[]>> => {
  const today = calendarDay(ctx)
  const sold = (await days.between(db, firstRelevant(ctx), today)).filter(unfinished(plan, ctx))
  const seatOf = new Map(sold.map(({ passId, seatNumber }) => [passId, seatNumber]))
  const visitors = [...(await visitorsOf(db, ctx, [...seatOf.keys()])).values()]
  return Map.groupBy(visitors, ({ passId }) => seatOf.get(passId) ?? 0)
}
