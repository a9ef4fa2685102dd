import type { SeatsTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/tables.ts'

/** Pieces of the day on a seat, and a person to ignore. */
export type Wanted = { seatNumber: number; pieces: readonly number[]; besides: string }

/** Maximum number of rows that one statement inserts. */
const AT_ONCE = 1_000

/** The starts of the pieces of the day, in order. */
export const pieces = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('pieces').select('starts').orderBy('starts').execute()).map(({ starts }) => starts)

export const addPiece = (db: Db, starts: number) => db.insertInto('pieces').values({ starts }).execute()

export const removePiece = (db: Db, starts: number) => db.deleteFrom('pieces').where('starts', '=', starts).execute()

/** Everybody who has a seat in one piece has it in another one too. */
export const copyPiece = (db: Db, from: number, to: number) =>
  db
    .insertInto('seats')
    .columns(['seatNumber', 'piece', 'userId'])
    .expression((eb) =>
      eb
        .selectFrom('seats')
        .select((of) => ['seatNumber', of.lit(to).as('piece'), 'userId'])
        .where('piece', '=', from),
    )
    .execute()

export const rowsOfPiece = (db: Db, piece: number) =>
  db.selectFrom('seats').select(['seatNumber', 'userId']).where('piece', '=', piece).execute()

export const freePiece = (db: Db, piece: number) => db.deleteFrom('seats').where('piece', '=', piece).execute()

/** Returns everybody who has a seat, or for whom it is kept, on the seats of those with this slot. */
export const aroundSlot = (db: Db, slot: string) =>
  db
    .selectFrom('seats')
    .innerJoin('users', 'users.id', 'seats.userId')
    .select([
      'seats.seatNumber',
      'seats.piece',
      'seats.userId',
      'users.name',
      'users.slot',
      'users.seatNumber as ownSeat',
      'users.terminationDate',
    ])
    .where('seats.seatNumber', 'in', (eb) =>
      eb.selectFrom('seats').innerJoin('users', 'users.id', 'seats.userId').select('seats.seatNumber').where('users.slot', '=', slot),
    )
    .orderBy('seats.seatNumber')
    .orderBy('seats.piece')
    .execute()

export const freeSlot = (db: Db, slot: string) =>
  db
    .deleteFrom('seats')
    .where('userId', 'in', (eb) => eb.selectFrom('users').select('id').where('slot', '=', slot))
    .execute()

/** Accounts whose last day was before `today`. */
const expired = (db: Db, today: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('deletedAt', 'is', null)
    .where('terminationDate', 'is not', null)
    .where('terminationDate', '<', today)

export const take = async (db: Db, seats: readonly SeatsTable[]): Promise<void> => {
  for (let at = 0; at < seats.length; at += AT_ONCE)
    await db
      .insertInto('seats')
      .values(seats.slice(at, at + AT_ONCE))
      .execute()
}

/** Returns whether a person has a seat, or whether it is kept for them, in any piece. */
export const hasSeat = async (db: Db, userId: string, seatNumber: number): Promise<boolean> =>
  (await db
    .selectFrom('seats')
    .select('piece')
    .where('userId', '=', userId)
    .where('seatNumber', '=', seatNumber)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const freeSeatsOf = async (db: Db, userId: string): Promise<void> =>
  void (await db.deleteFrom('seats').where('userId', '=', userId).execute())

/** Frees a person's other seats and other pieces. */
export const freeOthersOf = (db: Db, userId: string, seatNumber: number, pieces: readonly number[]) =>
  db
    .deleteFrom('seats')
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('seatNumber', '!=', seatNumber), eb('piece', 'not in', pieces)]))
    .execute()

/** Returns the other people for whom any of these pieces is kept, because their account has expired. */
export const keptFor = async (db: Db, { seatNumber, pieces, besides, today }: Wanted & { today: string }): Promise<string[]> => {
  const kept = db
    .selectFrom('seats')
    .select('userId')
    .distinct()
    .where('seatNumber', '=', seatNumber)
    .where('piece', 'in', pieces)
    .where('userId', '!=', besides)
    .where('userId', 'in', expired(db, today))
  return (await kept.execute()).map(({ userId }) => userId)
}

export const free = (db: Db, userId: string, seatNumber: number, pieces: readonly number[]) =>
  db.deleteFrom('seats').where('userId', '=', userId).where('seatNumber', '=', seatNumber).where('piece', 'in', pieces).execute()

/** Returns who has the seat in the first of these pieces that is taken, besides one person. */
export const holder = (db: Db, { seatNumber, pieces, besides }: Wanted) =>
  db
    .selectFrom('seats')
    .innerJoin('users', 'users.id', 'seats.userId')
    .select(['users.name', 'seats.piece'])
    .where('seats.seatNumber', '=', seatNumber)
    .where('seats.piece', 'in', pieces)
    .where('seats.userId', '!=', besides)
    .orderBy('seats.piece')
    .executeTakeFirst()

/** The same without those for whom the seat is only kept. */
export const currentHolder = (db: Db, { seatNumber, pieces, besides, today }: Wanted & { today: string }) =>
  db
    .selectFrom('seats')
    .innerJoin('users', 'users.id', 'seats.userId')
    .select(['users.name', 'seats.piece'])
    .where('seats.seatNumber', '=', seatNumber)
    .where('seats.piece', 'in', pieces)
    .where('seats.userId', '!=', besides)
    .where('seats.userId', 'not in', expired(db, today))
    .orderBy('seats.piece')
    .executeTakeFirst()

/** Every piece of a seat that is taken, or kept for a person with an expired account, in order. */
export const held = (db: Db) =>
  db
    .selectFrom('seats')
    .innerJoin('users', 'users.id', 'seats.userId')
    .select(['seats.seatNumber', 'seats.piece', 'users.id as userId', 'users.name', 'users.phone', 'users.slot', 'users.terminationDate'])
    .where('users.deletedAt', 'is', null)
    .orderBy('seats.seatNumber')
    .orderBy('seats.piece')
    .execute()
