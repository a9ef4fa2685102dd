import type { Db } from '#server/db/tables.ts'

/** What this process remembers of who is here. The other nodes are asked by `live.onlineAmong`. */
export type Remembered = {
  /** Whose first socket opened here. */
  here: Set<string>
  /** All of whose screens here are out of sight. */
  away: Set<string>
  /** Whose last socket closed, and when: they count as here for a moment, since a page that is loaded again closes its socket too. */
  leaving: Map<string, Date>
  /** Of whom others are to be told. */
  changed: Set<string>
  /** Those of them who have just hidden themselves: of anybody else who is hidden others are told nothing. */
  hiding: Set<string>
}

const remembered = new WeakMap<Db, Remembered>()

/** One for each program; tests run many in one process. */
export const rememberedIn = ({ db }: { db: Db }): Remembered => {
  const known = remembered.get(db) ?? { here: new Set(), away: new Set(), leaving: new Map(), changed: new Set(), hiding: new Set() }
  remembered.set(db, known)
  return known
}
