import type { Db } from '#server/db/tables.ts'
import { hook } from '#server/feature/hooks.ts'

/** The people of the seat map, and what each of them owes, in paise; the feature that knows sets it. */
export type AskedDues = { userIds: readonly string[]; owed?: ReadonlyMap<string, number> }

/** The seat map asks what its people owe. */
export const seatDuesAsked = hook<[db: Db, asked: AskedDues]>('seatDuesAsked')
