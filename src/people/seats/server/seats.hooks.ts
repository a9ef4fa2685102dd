import type { Db } from '#server/db/tables.ts'
import { hook } from '#server/feature/hooks.ts'

/** The visitor of a day pass, with the times of the pass. */
export type SeatVisitor = { passId: string; paymentId: string; name: string; from: string; to: string; shiftName: string }

/** The passes that have seats, and who has them; the feature that sells passes sets it. */
export type AskedVisitors = { passIds: readonly string[]; visitors?: ReadonlyMap<string, SeatVisitor> }

/** Seats that are sold for a day ask who has them. */
export const seatVisitorsAsked = hook<[db: Db, asked: AskedVisitors]>('seatVisitorsAsked')
