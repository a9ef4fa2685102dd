import type { LookWidth } from './lookScreens.ts'
import type { Measured } from './measured.ts'

/** The most that a screen may show of each. */
const most = { sizes: 5, colours: 6, edges: 4, filled: 1 } as const
type Limited = keyof typeof most

/** Elements with a border before the look was made, at 9f8de94f. */
const borderedBefore: Readonly<Record<string, Readonly<Record<LookWidth, number>>>> = {}

/** All screens together have at most this share of them. */
const share = 0.6

/** Elements with a border, except fields, which are to have one. */
export const borderedOf = ({ bordered }: Measured): string[] => bordered.filter((each) => !/^(input|select|textarea) /.test(each))

export type OfScreen = { name: string; width: LookWidth; measured: Measured }

const list = (what: string, counted: readonly string[], limit: number): string =>
  `${counted.length} ${what}, not ${limit}: ${counted.join(' | ')}`

/** Returns what the screens have too much of, with what was counted. */
export const excessOf = (screens: readonly OfScreen[]): string[] => {
  const single = screens.flatMap(({ name, width, measured }) => {
    const before = borderedBefore[name]?.[width] ?? 0
    const counts = [
      ...(Object.keys(most) as Limited[]).map((what) => [what, measured[what], most[what]] as const),
      ['bordered', borderedOf(measured), before] as const,
    ]
    return counts.filter(([, counted, limit]) => counted.length > limit).map((count) => `${name} ${width}: ${list(...count)}`)
  })
  const before = screens.reduce((sum, { name, width }) => sum + (borderedBefore[name]?.[width] ?? 0), 0)
  const now = screens.reduce((sum, { measured }) => sum + borderedOf(measured).length, 0)
  return now > before * share ? [...single, `${now} elements with a border, not ${Math.floor(before * share)}`] : single
}
