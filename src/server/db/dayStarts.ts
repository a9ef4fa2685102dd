import { cachedQuery } from './compiled.ts'
import type { Db } from './tables.ts'

/** The hours at which the hall's day began and begins: each from an instant on, in order. Before the first one it is midnight. */
export type DayStarts = readonly { readonly hour: number; readonly from: string }[]

const midnight: DayStarts = []

let last: { hall: string; starts: DayStarts } | undefined

/** Returns the hours in the stored settings of the hall. Every call brings the same text, which is parsed once. */
export const dayStartsIn = (hall: string | null): DayStarts => {
  if (hall === null) return midnight
  if (last?.hall !== hall) last = { hall, starts: (JSON.parse(hall) as { dayStarts?: DayStarts }).dayStarts ?? midnight }
  return last.starts
}

const stored = cachedQuery((db) => db.selectFrom('customization').select('hall'))

/** Reads the start hours, for jobs and for calls without a session. */
export const dayStartsOf = async (db: Db): Promise<DayStarts> => dayStartsIn((await stored(db)).at(0)?.hall ?? null)
