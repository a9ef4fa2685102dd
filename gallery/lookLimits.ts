import type { LookWidth } from './lookScreens.ts'
import type { Measured } from './measured.ts'

/** The most that a screen may show of each. */
const most = { sizes: 5, colours: 6, edges: 4, filled: 1 } as const
type Limited = keyof typeof most

/** The levels of the tree of documents have an edge each. */
const more: Readonly<Record<string, Partial<Record<Limited, number>>>> = { documents: { edges: 5 } }

/** Elements with a border before the look was made, at 9f8de94f. */
const borderedBefore: Readonly<Record<string, Readonly<Record<LookWidth, number>>>> = {
  landing: { 1366: 12, 360: 4 },
  'sign-in': { 1366: 1, 360: 1 },
  dashboard: { 1366: 11, 360: 8 },
  documents: { 1366: 17, 360: 6 },
  reader: { 1366: 2, 360: 3 },
  chat: { 1366: 18, 360: 11 },
  users: { 1366: 14, 360: 12 },
  'seat-map': { 1366: 10, 360: 8 },
  'student-panel': { 1366: 19, 360: 3 },
  counter: { 1366: 10, 360: 3 },
  fees: { 1366: 17, 360: 8 },
  'month-end': { 1366: 37, 360: 7 },
}

/** All screens together have at most this share of them. */
const share = 0.6

/** Elements with a border, except fields, which are to have one, and the tiles of the seat map, which are the drawing itself. */
export const borderedOf = ({ bordered }: Measured): string[] =>
  bordered.filter((each) => !/^(input|select|textarea) |^\w+ Seat \d/.test(each))

export type OfScreen = { name: string; width: LookWidth; measured: Measured }

/** Returns what the screens have too much of, with what was counted. */
export const excessOf = (screens: readonly OfScreen[]): string[] => {
  const single = screens.flatMap(({ name, width, measured }) =>
    (Object.keys(most) as Limited[])
      .map((what) => ({ what, counted: measured[what], limit: more[name]?.[what] ?? most[what] }))
      .filter(({ counted, limit }) => counted.length > limit)
      .map(({ what, counted, limit }) => `${name} ${width}: ${counted.length} ${what}, not ${limit}: ${counted.join(' | ')}`),
  )
  const before = screens.reduce((sum, { name, width }) => sum + (borderedBefore[name]?.[width] ?? 0), 0)
  const now = screens.reduce((sum, { measured }) => sum + borderedOf(measured).length, 0)
  return now > before * share ? [...single, `${now} elements with a border, not ${Math.floor(before * share)}`] : single
}
