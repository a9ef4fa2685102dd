import type { SeatDaysTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/tables.ts'

/** The hall's number of seats, the hall's day, with which accounts end, and the calendar day, by which seats are sold. */
export type Today = {
  seats: number
  hallDay: string
  calendarDay: string
  /** The piece of the day before that is still running after midnight. */
  running: Pick<SeatDaysTable, 'day' | 'piece'> | undefined
}

/** The pieces that are taken today, up to the hall's number of seats: by students, without those only kept, and by visitors. */
const taken = (db: Db, { seats, hallDay, calendarDay, running }: Today, pieces: readonly number[]) =>
  db
    .selectFrom('seats')
    .innerJoin('users', 'users.id', 'seats.userId')
    .select(['seats.seatNumber', 'seats.piece'])
    .where('seats.seatNumber', '<=', seats)
    .where('seats.piece', 'in', pieces)
    .where('users.deletedAt', 'is', null)
    .where((eb) => eb.or([eb('users.terminationDate', 'is', null), eb('users.terminationDate', '>=', hallDay)]))
    .union(
      db
        .selectFrom('seatDays')
        .select(['seatNumber', 'piece'])
        .where((eb) => {
          const isToday = eb('day', '=', calendarDay)
          return running ? eb.or([isToday, eb.and([eb('day', '=', running.day), eb('piece', '=', running.piece)])]) : isToday
        })
        .where('seatNumber', '<=', seats)
        .where('piece', 'in', pieces),
    )

type Counted = Today & { pieces: readonly number[]; least: number; besides: readonly number[] }

/**
 * Returns the number of seats of which at least `least` of these pieces are taken, up to the hall's number and besides some seats; kept
 * seats are free.
 */
export const takenSeats = async (db: Db, { pieces, least, besides, ...today }: Counted): Promise<number> => {
  const found = db
    .selectFrom(taken(db, today, pieces).as('taken'))
    .$if(besides.length > 0, (query) => query.where('taken.seatNumber', 'not in', besides))
    .select('taken.seatNumber')
    .groupBy('taken.seatNumber')
    .having((eb) => eb(eb.fn.countAll<number>(), '>=', least))
  const { count } = await db
    .selectFrom(found.as('found'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns for each piece the number of seats that are taken then, up to the hall's number; pieces without any are missing. */
export const takenByPiece = (db: Db, today: Today, pieces: readonly number[]) =>
  db
    .selectFrom(taken(db, today, pieces).as('taken'))
    .select((eb) => ['taken.piece', eb.fn.countAll<number>().as('count')])
    .groupBy('taken.piece')
    .execute()

/** Returns the number of taken seats for each of several sets of pieces, in their order. */
export const takenByPieces = async (db: Db, today: Today, sets: readonly (readonly number[])[]): Promise<number[]> => {
  const counts = await db
    .selectFrom(taken(db, today, [...new Set(sets.flat())]).as('taken'))
    .select((eb) =>
      sets.map((pieces, at) => {
        const within = eb.case().when('taken.piece', 'in', pieces).then(eb.ref('taken.seatNumber')).end()
        return eb.fn.count<number>(within).distinct().as(`set${at}`)
      }),
    )
    .executeTakeFirstOrThrow()
  return sets.map((_, at) => counts[`set${at}`] ?? 0)
}
