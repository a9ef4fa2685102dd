import type { Db, SeatsTable } from '#server/db/tables.ts'

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

/** Takes a seat from accounts whose last day is over. */
export const freeExpired = (db: Db, seatNumber: number, today: string) =>
  db.deleteFrom('seats').where('seatNumber', '=', seatNumber).where('userId', 'in', expired(db, today)).execute()

/** Who holds any of these halves of a seat, but for one person. */
export const holder = (db: Db, seatNumber: number, halves: readonly SeatsTable['half'][], besides: string) =>
  db
    .selectFrom('seats')
    .innerJoin('users', 'users.id', 'seats.userId')
    .select(['users.name', 'seats.half'])
    .where('seats.seatNumber', '=', seatNumber)
    .where('seats.half', 'in', halves)
    .where('seats.userId', '!=', besides)
    .executeTakeFirst()

/** Every half of a seat that somebody has whose account works on this day. */
export const taken = (db: Db, today: string) =>
  db
    .selectFrom('seats')
    .innerJoin('users', 'users.id', 'seats.userId')
    .select(['seats.seatNumber', 'seats.half', 'users.id as userId', 'users.name', 'users.slot', 'users.terminationDate'])
    .where('users.deletedAt', 'is', null)
    .where((eb) => eb.or([eb('users.terminationDate', 'is', null), eb('users.terminationDate', '>=', today)]))
    .execute()
