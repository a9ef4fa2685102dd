import { covers, partOf } from '#contract/dayParts.ts'
import type { Slot } from '#contract/terms.ts'
import type { Db } from '#server/db/tables.ts'
import { hallShifts } from '#system/shifts/server/shifts.service.ts'
import { shiftAt } from '#system/shifts/shifts.policy.ts'
import type { Shift } from '#system/shifts/shifts.shapes.contract.ts'
import * as rows from './seats.db.ts'

/** The pieces of the day and what the shifts make of them. Under the lock `users` neither can change. */
export type DayPlan = {
  /** The starts of all pieces, in order. */
  pieces: readonly number[]
  /** The pieces in which any shift is offered. */
  offered: readonly number[]
  /** The pieces of a shift; none for no shift and for one that the hall does not have. */
  piecesOf: (slot: Slot | null) => readonly number[]
  /** The key of the shortest shift that has a minute. */
  keyAt: (minute: number) => Slot
  /** The name of that shift, in lower case. */
  nameAt: (minute: number) => string
}

export const planOf = (shifts: readonly Shift[], pieces: readonly number[]): DayPlan => {
  const within = (part: Shift) => pieces.filter((piece) => covers(partOf(part), piece))
  const piecesBySlot = new Map(shifts.map((shift) => [shift.key, within(shift)]))
  return {
    pieces,
    offered: pieces.filter((piece) => shifts.some((shift) => !shift.isArchived && covers(partOf(shift), piece))),
    piecesOf: (slot) => (slot === null ? [] : (piecesBySlot.get(slot) ?? [])),
    keyAt: (minute) => shiftAt(shifts, minute)?.key ?? 'full-day',
    nameAt: (minute) => (shiftAt(shifts, minute)?.name ?? 'Full-day').toLowerCase(),
  }
}

export const dayPlan = async (db: Db): Promise<DayPlan> => planOf(await hallShifts(db), await rows.pieces(db))
