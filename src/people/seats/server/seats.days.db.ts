import type { SeatDaysTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/tables.ts'

/** Returns the rows of these days, both included, in order. */
export const between = (db: Db, from: string, to: string): Promise<SeatDaysTable[]> =>
  db
    .selectFrom('seatDays')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('seatNumber')
    .orderBy('piece')
    .execute()

/** Returns the rows from a day on, in order. */
export const from = (db: Db, day: string): Promise<SeatDaysTable[]> =>
  db.selectFrom('seatDays').selectAll().where('day', '>=', day).orderBy('day').orderBy('seatNumber').orderBy('piece').execute()

/** Returns the rows of a seat from a day on, in order. */
export const ofSeat = (db: Db, seatNumber: number, day: string): Promise<SeatDaysTable[]> =>
  db
    .selectFrom('seatDays')
    .selectAll()
    .where('day', '>=', day)
    .where('seatNumber', '=', seatNumber)
    .orderBy('day')
    .orderBy('piece')
    .execute()

/** Returns the rows of a piece on all days, in order. */
export const ofPiece = (db: Db, piece: number): Promise<SeatDaysTable[]> =>
  db.selectFrom('seatDays').selectAll().where('piece', '=', piece).orderBy('day').orderBy('seatNumber').execute()

/** Returns the rows from a day on whose seat a student has then too, besides those whose account ends before. */
export const sharedWithStudents = (db: Db, day: string) =>
  db
    .selectFrom('seatDays')
    .innerJoin('seats', (join) => join.onRef('seats.seatNumber', '=', 'seatDays.seatNumber').onRef('seats.piece', '=', 'seatDays.piece'))
    .innerJoin('users', 'users.id', 'seats.userId')
    .selectAll('seatDays')
    .select('seats.userId')
    .where('seatDays.day', '>=', day)
    .where('users.deletedAt', 'is', null)
    .where((eb) => eb.or([eb('users.terminationDate', 'is', null), eb('users.terminationDate', '>=', eb.ref('seatDays.day'))]))
    .orderBy('seatDays.day')
    .orderBy('seatDays.seatNumber')
    .orderBy('seatDays.piece')
    .execute()

/** Maximum number of rows that one statement inserts. */
const AT_ONCE = 1_000

export const take = async (tx: Db, rows: readonly SeatDaysTable[]): Promise<void> => {
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await tx
      .insertInto('seatDays')
      .values(rows.slice(at, at + AT_ONCE))
      .execute()
}

export const freePass = (tx: Db, passId: string) => tx.deleteFrom('seatDays').where('passId', '=', passId).execute()

export const freePiece = (tx: Db, piece: number) => tx.deleteFrom('seatDays').where('piece', '=', piece).execute()

/** Deletes rows of days before this one, whose passes keep their own times. */
export const forgetBefore = (tx: Db, day: string) => tx.deleteFrom('seatDays').where('day', '<', day).execute()
