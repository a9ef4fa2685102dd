import { countIn, foldText } from '#library/extraction/extraction.find.policy.ts'
import { breathe } from '../breathe.ts'

/** A searchable text in units: the pages of a document, or the parts of a text, counted from 1. */
export type Searchable = {
  readonly count: number
  textOf: (unit: number) => string | Promise<string>
  /** Returns all matches at once if the whole text is known elsewhere; otherwise returns undefined or rejects. */
  ask?: (typed: string, signal: AbortSignal) => Promise<Found | undefined>
}

export type Found = {
  /** Number of matches by unit, for units that have any. */
  readonly counts: ReadonlyMap<number, number>
  /** The units with matches in ascending order. */
  readonly units: readonly number[]
  readonly total: number
  readonly done: boolean
  /** True if there is no text at all, as in a scan. */
  readonly isWithoutText?: boolean
}
export const nothingFound: Found = { counts: new Map(), units: [], total: 0, done: true }

/** A match: its unit, and its index among that unit's matches. */
export type Place = { readonly unit: number; readonly index: number }

/** Milliseconds of searching before the browser may paint and handle input. */
const sliceMs = 8
type Search = {
  text: Searchable
  /** The query as typed. */
  typed: string
  /** The unit to start from; the search continues to the end and then from the beginning. */
  from: number
  signal: AbortSignal
  tell: (found: Found) => void
}

/** Searches all units in slices and reports the matches after each slice. A unit that cannot be read has none. */
export const search = async ({ text, typed, from, signal, tell }: Search): Promise<void> => {
  const query = foldText(typed)
  if (query.trim() === '') return tell(nothingFound)
  const counts = new Map<number, number>()
  let total = 0
  const report = (done: boolean) => tell({ counts: new Map(counts), units: [...counts.keys()].sort((a, b) => a - b), total, done })
  let sliceEnds = performance.now() + sliceMs
  let told = 0
  for (let step = 0; step < text.count; step += 1) {
    const unit = ((from - 1 + step) % text.count) + 1
    const reading = text.textOf(unit)
    const read = typeof reading === 'string' ? reading : await reading.catch(() => '')
    if (signal.aborted) return
    const count = countIn(foldText(read), query)
    if (count > 0) counts.set(unit, count)
    total += count
    if (performance.now() < sliceEnds) continue
    // The first match is reported at once; later counts are throttled to stay readable.
    if (total > 0 && (told === 0 || performance.now() - told > 200)) {
      report(false)
      told = performance.now()
    }
    await breathe()
    if (signal.aborted) return
    sliceEnds = performance.now() + sliceMs
  }
  report(true)
}

/** Returns all matches from `ask` if it is available, otherwise searches all units. */
export const find = async (asked: Search): Promise<void> => {
  const { text, typed, signal, tell } = asked
  const found = await text.ask?.(typed, signal).catch(() => undefined)
  if (signal.aborted) return
  if (found) tell(found)
  else await search(asked)
}

/** Returns the first match in or after a unit, or else the first of all. */
export const firstFrom = ({ units }: Found, from: number): Place | undefined => {
  const unit = units.find((each) => each >= from) ?? units[0]
  return unit === undefined ? undefined : { unit, index: 0 }
}

/** Returns the next match (`1`) or the previous one (`-1`), wrapping around. */
export const stepFrom = ({ counts, units }: Found, { unit, index }: Place, direction: 1 | -1): Place | undefined => {
  const inside = index + direction
  if (inside >= 0 && inside < (counts.get(unit) ?? 0)) return { unit, index: inside }
  const next = direction === 1 ? (units.find((each) => each > unit) ?? units[0]) : (units.findLast((each) => each < unit) ?? units.at(-1))
  if (next === undefined) return undefined
  return { unit: next, index: direction === 1 ? 0 : (counts.get(next) ?? 1) - 1 }
}

/** Returns the number of a match among all matches, counted from 1. */
export const ordinalOf = ({ counts, units }: Found, { unit, index }: Place): number =>
  units.reduce((sum, each) => (each < unit ? sum + (counts.get(each) ?? 0) : sum), index + 1)
