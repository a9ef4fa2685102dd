import { addDays } from '#contract/day.ts'
import type { Db } from '#server/db/tables.ts'

/**
 * Returns each piece of the day with each pass that can have seats on or after a day, and the day and seat that it has in this piece.
 * One statement, because people sell passes and change shifts at the same time.
 */
export const passPieces = (db: Db, since: string) =>
  db
    .selectFrom('dayPasses')
    .innerJoin('payments', 'payments.id', 'dayPasses.paymentId')
    .innerJoin('pieces', (join) => join.onTrue())
    .leftJoin('seatDays', (join) => join.onRef('seatDays.passId', '=', 'dayPasses.id').onRef('seatDays.piece', '=', 'pieces.starts'))
    .select(['dayPasses.id', 'dayPasses.day', 'dayPasses.starts', 'dayPasses.ends', 'dayPasses.seatNumber', 'payments.voidedAt'])
    .select(['pieces.starts as piece', 'seatDays.day as soldDay', 'seatDays.seatNumber as soldSeat'])
    .where((eb) => eb.or([eb('dayPasses.day', '>=', addDays(since, -1)), eb('seatDays.day', '>=', since)]))
    .orderBy('dayPasses.id')
    .orderBy('pieces.starts')
    .execute()

export type PassPiece = Awaited<ReturnType<typeof passPieces>>[number]
