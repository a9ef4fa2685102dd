import type { Db } from './db/tables.ts'

/** The clock of the machine. Only what has no platform yet reads it (src/clock.test.ts); everything else reads `platform.clock`. */
export const systemClock = (): Date => new Date()

/** What a function needs that writes the time into the database. */
export type Clocked = { db: Db; clock: () => Date }
