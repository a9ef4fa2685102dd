import type { Db, SeatsTable } from '#server/db/tables.ts'

/** Halves of a seat, and someone who is not meant. */
export type Halves = { seatNumber: number; halves: readonly SeatsTable['half'][]; besides: string }

/** Those whose last day was before `today`. */
const expired = (db: Db, today: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('deletedAt', 'is', null)
    .where('terminationDate', 'is not', null)
    .where('terminationDate', '<', today)

export const take = (db: Db, seats: SeatsTable[]) => db.insertInto('seats').values(seats).execute()

export const freeOf = (db: Db, userId: string) => db.deleteFrom('seats').where('userId', '=', userId).execute()

/** Frees what someone has of other seats, or of other halves. */
export const freeOthersOf = (db: Db, userId: string, seatNumber: number, halves: readonly SeatsTable['half'][]) =>
  db
    .deleteFrom('seats')
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('seatNumber', '!=', seatNumber), eb('half', 'not in', halves)]))
    .execute()

/** For whom else any of these halves is kept, because their account is over. */
export const keptFor = async (db: Db, { seatNumber, halves, besides, today }: Halves & { today: string }): Promise<string[]> => {
  const kept = db
    .selectFrom('seats')
    .select('userId')
    .distinct()
    .where('seatNumber', '=', seatNumber)
    .where('half', 'in', halves)
    .where('userId', '!=', besides)
    .where('userId', 'in', expired(db, today))
  return (await kept.execute()).map(({ userId }) => userId)
}

export const free = (db: Db, userId: string, seatNumber: number, halves: readonly SeatsTable['half'][]) =>
  db.deleteFrom('seats').where('userId', '=', userId).where('seatNumber', '=', seatNumber).where('half', 'in', halves).execute()

/** A seat of which someone else has a half is nobody's any more. Returns undefined for a person who did not have it. */
export const makeFormer = (db: Db, userId: string, seatNumber: number) =>
  db
    .updateTable('users')
    .set({ seatNumber: null, formerSeat: seatNumber })
    .where('id', '=', userId)
    .where('seatNumber', '=', seatNumber)
    .returning('id')
    .executeTakeFirst()

/** Who holds any of these halves of a seat, but for one person. */
export const holder = (db: Db, { seatNumber, halves, besides }: Halves) =>
  db
    .selectFrom('seats')
    .innerJoin('users', 'users.id', 'seats.userId')
    .select(['users.name', 'seats.half'])
    .where('seats.seatNumber', '=', seatNumber)
    .where('seats.half', 'in', halves)
    .where('seats.userId', '!=', besides)
    .orderBy('seats.half', 'desc')
    .executeTakeFirst()

/** Every half of a seat that someone has, or that is kept for someone whose account is over. */
export const held = (db: Db) =>
  db
    .selectFrom('seats')
    .innerJoin('users', 'users.id', 'seats.userId')
    .select(['seats.seatNumber', 'seats.half', 'users.id as userId', 'users.name', 'users.slot', 'users.terminationDate'])
    .where('users.deletedAt', 'is', null)
    .execute()

/** How many seats of a hall of so many someone has in each half; one that is only kept is free. */
export const takenHalves = (db: Db, seats: number, today: string) =>
  db
    .selectFrom('seats')
    .innerJoin('users', 'users.id', 'seats.userId')
    .select((eb) => ['seats.half', eb.fn.countAll<number>().as('count')])
    .where('seats.seatNumber', '<=', seats)
    .where('users.deletedAt', 'is', null)
    .where((eb) => eb.or([eb('users.terminationDate', 'is', null), eb('users.terminationDate', '>=', today)]))
    .groupBy('seats.half')
    .execute()
