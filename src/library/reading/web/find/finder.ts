import { countIn, foldText } from '#library/extraction/extraction.find.policy.ts'

/** What can be searched: the pages of a document, or the parts of a text, counted from 1. */
export type Searchable = {
  readonly count: number
  textOf: (unit: number) => string | Promise<string>
  /** Returns all matches at once where the whole text is known elsewhere; undefined, or a rejection, where it is not. */
  ask?: (typed: string, signal: AbortSignal) => Promise<Found | undefined>
}

export type Found = {
  /** How many matches a unit has, for those that have any. */
  readonly counts: ReadonlyMap<number, number>
  /** Those units in their order. */
  readonly units: readonly number[]
  readonly total: number
  readonly done: boolean
  /** There is no text at all, as in a scan. */
  readonly isWithoutText?: boolean
}
export const nothingFound: Found = { counts: new Map(), units: [], total: 0, done: true }

/** A match: the unit it is in, and which of that unit's matches it is, from 0. */
export type Place = { readonly unit: number; readonly index: number }

/** Milliseconds of searching without letting the browser paint and listen. */
const sliceMs = 8
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

type Search = {
  text: Searchable
  /** What was typed. */
  typed: string
  /** Where to begin; the search goes on to the end and then from the start. */
  from: number
  signal: AbortSignal
  tell: (found: Found) => void
}

/** Looks through everything, in slices; tells what it has found after each slice. A unit that cannot be read has nothing. */
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
    // The first match is told at once; after it, a figure that runs too fast cannot be read.
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

/** Asks for all matches where that is possible, else looks through everything. */
export const find = async (asked: Search): Promise<void> => {
  const { text, typed, signal, tell } = asked
  const found = await text.ask?.(typed, signal).catch(() => undefined)
  if (signal.aborted) return
  if (found) tell(found)
  else await search(asked)
}

/** The first match at or after a unit, else the first of all. */
export const firstFrom = ({ units }: Found, from: number): Place | undefined => {
  const unit = units.find((each) => each >= from) ?? units[0]
  return unit === undefined ? undefined : { unit, index: 0 }
}

/** The next match (`1`) or the one before (`-1`); after the last comes the first. */
export const stepFrom = ({ counts, units }: Found, { unit, index }: Place, direction: 1 | -1): Place | undefined => {
  const inside = index + direction
  if (inside >= 0 && inside < (counts.get(unit) ?? 0)) return { unit, index: inside }
  const next = direction === 1 ? (units.find((each) => each > unit) ?? units[0]) : (units.findLast((each) => each < unit) ?? units.at(-1))
  if (next === undefined) return undefined
  return { unit: next, index: direction === 1 ? 0 : (counts.get(next) ?? 1) - 1 }
}

/** Which of all matches a place is, from 1. */
export const ordinalOf = ({ counts, units }: Found, { unit, index }: Place): number =>
  units.reduce((sum, each) => (each < unit ? sum + (counts.get(each) ?? 0) : sum), index + 1)
