import { addDays } from '#contract/day.ts'
import { partOf } from '#contract/dayParts.ts'
import { AppError } from '#contract/errors.ts'
import type { Slot } from '#contract/terms.ts'
import { namedSeat, seatLabels } from '#people/rooms/server/rooms.read.service.ts'
import type { SeatDaysTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/tables.ts'
import type { ReactionTo } from '#server/feature/hooks.ts'
import type { OpenCtx } from '#server/feature/platform.ts'
import type { HallNow } from '#server/hallDay.ts'
import { isExpired } from '#server/sessions/sessions.ts'
import type { shiftTimesChanged } from '#system/shifts/server/shifts.hooks.ts'
import { hallShifts } from '#system/shifts/server/shifts.service.ts'
import { type Meeting, shiftErrors } from '#system/shifts/shifts.contract.ts'
import { type DayPlan, planOf } from './seats.day.service.ts'
import * as days from './seats.days.db.ts'
import { firstRelevant, unfinishedDays, visitorName } from './seats.days.service.ts'
import * as rows from './seats.db.ts'

/** Maximum number of meetings that an error names. */
const NAMED = 10

type Hooked = HallNow & Pick<OpenCtx, 'hooks'>
type Row = Awaited<ReturnType<typeof rows.aroundSlot>>[number]

/** Everybody who has a piece on a day has another one too, which is on the next day if midnight lies between them. */
const copyDays = async (tx: Db, from: number, to: number): Promise<void> => {
  const later = to < from ? 1 : 0
  await days.take(
    tx,
    (await days.ofPiece(tx, from)).map((row) => ({ ...row, day: addDays(row.day, later), piece: to })),
  )
}

/** Cuts the day at new borders. A person with a seat in a piece that is cut has it in both parts. */
const cut = async (tx: Db, pieces: readonly number[], borders: ReadonlySet<number>): Promise<number[]> => {
  const all = [...pieces]
  for (const border of [...borders].filter((one) => !pieces.includes(one))) {
    const before = all.findLast((piece) => piece < border) ?? all.at(-1)
    await rows.addPiece(tx, border)
    if (before !== undefined) {
      await rows.copyPiece(tx, before, border)
      await copyDays(tx, before, border)
    }
    all.push(border)
    all.sort((one, other) => one - other)
  }
  return all
}

const sameRows = (one: Awaited<ReturnType<typeof rows.rowsOfPiece>>, other: typeof one): boolean => {
  const keys = new Set(one.map(({ seatNumber, userId }) => `${seatNumber} ${userId}`))
  return one.length === other.length && other.every(({ seatNumber, userId }) => keys.has(`${seatNumber} ${userId}`))
}

/** Returns whether the same passes have a piece and the one before it. */
const sameDays = async (tx: Db, piece: number, before: number): Promise<boolean> => {
  const later = piece < before ? 1 : 0
  const keyOf = (row: SeatDaysTable, by: number) => `${addDays(row.day, by)} ${row.passId}`
  const [own, others] = [await days.ofPiece(tx, piece), await days.ofPiece(tx, before)]
  const keys = new Set(own.map((row) => keyOf(row, 0)))
  return own.length === others.length && others.every((row) => keys.has(keyOf(row, later)))
}

/** Joins pieces at which no shift begins or ends, unless a part of a seat that is kept or sold for a day begins or ends there. */
const join = async (tx: Db, pieces: readonly number[], borders: ReadonlySet<number>): Promise<void> => {
  const all = [...pieces]
  for (const piece of pieces.filter((one) => !borders.has(one))) {
    const at = all.indexOf(piece)
    const before = all.at(at - 1)
    if (before === undefined || before === piece) return
    if (!sameRows(await rows.rowsOfPiece(tx, piece), await rows.rowsOfPiece(tx, before))) continue
    if (!(await sameDays(tx, piece, before))) continue
    await rows.freePiece(tx, piece)
    await days.freePiece(tx, piece)
    await rows.removePiece(tx, piece)
    all.splice(at, 1)
  }
}

/** Returns which rows people with this slot have after it moved. A seat of which a part was given away only loses further parts. */
const rowsAfter = (around: readonly Row[], slot: Slot, pieces: readonly number[]): Row[] => {
  const covered = new Set(pieces)
  const moved = around.filter((row) => row.slot === slot)
  const kept = moved.filter((row) => row.ownSeat !== row.seatNumber && covered.has(row.piece))
  const whole = new Map(moved.filter((row) => row.ownSeat === row.seatNumber).map((row) => [row.userId, row]))
  return [...kept, ...[...whole.values()].flatMap((row) => pieces.map((piece) => ({ ...row, piece })))]
}

const meetingsOf = (ctx: HallNow, after: readonly Row[]): Meeting[] => {
  const holders = new Map<string, Row>()
  const meetings = new Map<string, Meeting>()
  for (const row of after) {
    const place = `${row.seatNumber} ${row.piece}`
    const other = holders.get(place)
    holders.set(place, row)
    if (!other) continue
    const isKept = [row, other].some(({ terminationDate }) => isExpired(ctx, terminationDate, ctx.now))
    const pair = [row.seatNumber, ...[row.userId, other.userId].toSorted()].join(' ')
    meetings.set(pair, { seat: row.seatNumber, names: [other.name, row.name], isKept })
  }
  return [...meetings.values()].toSorted((one, other) => one.seat - other.seat)
}

/** Throws `sold` with the names if a student would have a seat that a visitor has today or later. */
const assertNoneSold = async (tx: Db, ctx: Hooked, day: DayPlan, after: readonly Row[]): Promise<void> => {
  const students = new Map(
    after
      .filter(({ terminationDate }) => !isExpired(ctx, terminationDate, ctx.now))
      .map(({ seatNumber, piece, name }) => [`${seatNumber} ${piece}`, name]),
  )
  for (const sold of await unfinishedDays(tx, ctx, day)) {
    const student = students.get(`${sold.seatNumber} ${sold.piece}`)
    if (student === undefined) continue
    const visitor = await visitorName(tx, ctx, sold.passId)
    throw new AppError(shiftErrors.sold, { params: { ...(await namedSeat(tx, sold.seatNumber)), day: sold.day, student, visitor } })
  }
}

/** Gives everybody with this slot their seat at its new times. Throws `meet` with the names if two people would have one seat. */
const moveSlot = async (tx: Db, ctx: Hooked, slot: Slot, day: DayPlan): Promise<void> => {
  const pieces = day.piecesOf(slot)
  const around = await rows.aroundSlot(tx, slot)
  const after = rowsAfter(around, slot, pieces)
  const meetings = meetingsOf(ctx, [...around.filter((row) => row.slot !== slot), ...after])
  if (meetings.length > 0) {
    const labels = await seatLabels(tx)
    const named: Meeting[] = []
    for (const one of meetings.slice(0, NAMED)) named.push({ ...one, ...(await namedSeat(tx, one.seat, labels)) })
    throw new AppError(shiftErrors.meet, { params: { meetings: named, more: meetings.length - named.length } })
  }
  await assertNoneSold(tx, ctx, day, after)
  await rows.freeSlot(tx, slot)
  await rows.take(
    tx,
    after.map(({ seatNumber, piece, userId }) => ({ seatNumber, piece, userId })),
  )
}

/** Fits the pieces of the day, and the seats in them, to the times of the shifts. Requires the lock `users`. */
export const refitSeats: ReactionTo<typeof shiftTimesChanged> = async (tx, ctx, moved) => {
  const shifts = await hallShifts(tx)
  const borders = new Set(shifts.map(partOf).flatMap(({ starts, ends }) => [starts, ends]))
  await days.forgetBefore(tx, firstRelevant(ctx))
  const pieces = await cut(tx, await rows.pieces(tx), borders)
  if (moved !== undefined) await moveSlot(tx, ctx, moved, planOf(shifts, pieces))
  await join(tx, pieces, borders)
}
