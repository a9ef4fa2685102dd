import { halves } from '#contract/terms.ts'
import type { SeatsTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/tables.ts'

/** Halves of a seat, and a person to ignore. */
export type Halves = { seatNumber: number; halves: readonly SeatsTable['half'][]; besides: string }

/** Accounts whose last day was before `today`. */
const expired = (db: Db, today: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('deletedAt', 'is', null)
    .where('terminationDate', 'is not', null)
    .where('terminationDate', '<', today)

export const take = (db: Db, seats: SeatsTable[]) => db.insertInto('seats').values(seats).execute()

export const freeSeatsOf = async (db: Db, userId: string): Promise<void> =>
  void (await db.deleteFrom('seats').where('userId', '=', userId).execute())

/** Frees a person's other seats and other halves. */
export const freeOthersOf = (db: Db, userId: string, seatNumber: number, halves: readonly SeatsTable['half'][]) =>
  db
    .deleteFrom('seats')
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('seatNumber', '!=', seatNumber), eb('half', 'not in', halves)]))
    .execute()

/** Returns the other people for whom any of these halves is kept, because their account has expired. */
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

/** Returns who has any of these halves of a seat, besides one person. */
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

/** Every half of a seat that is taken, or kept for a person with an expired account. */
export const held = (db: Db) =>
  db
    .selectFrom('seats')
    .innerJoin('users', 'users.id', 'seats.userId')
    .select(['seats.seatNumber', 'seats.half', 'users.id as userId', 'users.name', 'users.phone', 'users.slot', 'users.terminationDate'])
    .where('users.deletedAt', 'is', null)
    .execute()

/** The taken halves, up to the hall's number of seats, without those that are only kept. */
const taken = (db: Db, seats: number, today: string) =>
  db
    .selectFrom('seats')
    .innerJoin('users', 'users.id', 'seats.userId')
    .where('seats.seatNumber', '<=', seats)
    .where('users.deletedAt', 'is', null)
    .where((eb) => eb.or([eb('users.terminationDate', 'is', null), eb('users.terminationDate', '>=', today)]))

/** Returns the number of taken seats in each half, up to the hall's number of seats; kept seats are free. */
export const takenHalves = (db: Db, seats: number, today: string) =>
  taken(db, seats, today)
    .select((eb) => ['seats.half', eb.fn.countAll<number>().as('count')])
    .groupBy('seats.half')
    .execute()

/** Returns the number of seats that are taken for any part of the day, up to the hall's number of seats. */
export const usedSeats = async (db: Db, seats: number, today: string): Promise<number> => {
  const { count } = await taken(db, seats, today)
    .select((eb) => eb.fn.count<number>('seats.seatNumber').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the number of seats of which both halves are taken, up to the hall's number of seats. */
export const fullSeats = async (db: Db, seats: number, today: string): Promise<number> => {
  const full = taken(db, seats, today)
    .select('seats.seatNumber')
    .groupBy('seats.seatNumber')
    .having((eb) => eb(eb.fn.countAll<number>(), '=', halves.length))
  const { count } = await db
    .selectFrom(full.as('full'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
