import type { Db } from '#server/db/tables.ts'

/** The presence state of this process. `live.onlineAmong` asks the other nodes. */
export type Remembered = {
  /** People whose first socket opened here. */
  here: Set<string>
  /** People all of whose screens here are hidden. */
  away: Set<string>
  /**
   * People whose last socket closed, and when. They count as online for a moment, since reloading a page closes its socket too.
   */
  leaving: Map<string, Date>
  /** People about whom others must be notified. */
  changed: Set<string>
  /** Those of them who have just hidden themselves: about other hidden people, nobody is notified. */
  hiding: Set<string>
}

const remembered = new WeakMap<Db, Remembered>()

/** Returns the state of one process; tests run several servers in one process. */
export const rememberedIn = ({ db }: { db: Db }): Remembered => {
  const known = remembered.get(db) ?? { here: new Set(), away: new Set(), leaving: new Map(), changed: new Set(), hiding: new Set() }
  remembered.set(db, known)
  return known
}
