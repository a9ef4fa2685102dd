import type { Db } from '#server/db/tables.ts'
import { hook } from '#server/feature/hooks.ts'

/** The people of the seat map, and what each of them owes, in paise; the feature that knows sets it. */
export type AskedDues = { userIds: readonly string[]; owed?: ReadonlyMap<string, number> }

/** The seat map asks what its people owe. */
export const seatDuesAsked = hook<[db: Db, asked: AskedDues]>('seatDuesAsked')

/** The visitor of a day pass, with the times of the pass. */
export type SeatVisitor = { passId: string; paymentId: string; name: string; from: string; to: string; shiftName: string }

/** The passes that have seats, and who has them; the feature that sells passes sets it. */
export type AskedVisitors = { passIds: readonly string[]; visitors?: ReadonlyMap<string, SeatVisitor> }

/** Seats that are sold for a day ask who has them. */
export const seatVisitorsAsked = hook<[db: Db, asked: AskedVisitors]>('seatVisitorsAsked')
