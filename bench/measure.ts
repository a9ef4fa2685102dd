/**
 * One line of the table. A ratio compares with the limit of the same run; without a limit the figure itself is compared with the
 * target.
 */
export type Result = {
  what: string
  unit: string
  measured: number
  limit?: { what: string; measured: number }
  /** The lower or upper bound of the ratio, or of the figure if there is no limit. */
  atLeast?: number
  atMost?: number
  /** A figure that is small enough, whatever its ratio. */
  enough?: number
  /** Why a target is missed or how to read the figure. */
  note?: string
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 ? (sorted[Math.floor(middle)] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 2)

/** Measures the product and its limit in turn, so that noise of the machine affects both. Returns the median of each. */
export const inTurn = async (
  ours: () => Promise<number>,
  limit: () => Promise<number>,
  rounds = ROUNDS,
): Promise<{ ours: number; limit: number }> => {
  const all = { ours: [] as number[], limit: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    all.ours.push(await ours())
    all.limit.push(await limit())
  }
  return { ours: median(all.ours), limit: median(all.limit) }
}

const ratioOf = ({ measured, limit }: Result): number | undefined => limit && measured / limit.measured

const isMet = (result: Result): boolean => {
  if (result.measured <= (result.enough ?? Number.NEGATIVE_INFINITY)) return true
  const value = ratioOf(result) ?? result.measured
  return value >= (result.atLeast ?? Number.NEGATIVE_INFINITY) && value <= (result.atMost ?? Number.POSITIVE_INFINITY)
}

const figure = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 })

const targetOf = ({ atLeast, atMost, enough, limit, unit }: Result): string => {
  const bound = atLeast ?? atMost
  if (bound === undefined) return ''
  const other = enough === undefined ? '' : ` or ${figure(enough)} ${unit}`
  return `${atLeast === undefined ? '≤' : '≥'} ${figure(bound)}${limit ? ' ×' : ` ${unit}`}${other}`
}

const verdictOf = (result: Result): string => (targetOf(result) === '' ? '' : isMet(result) ? 'pass' : 'MISS')

/** Returns the results as a table in Markdown. */
export const tableOf = (results: readonly Result[]): string => {
  const rows = results.map((result) => {
    const { what, unit, measured, limit } = result
    const ratio = ratioOf(result)
    const cells = [what, targetOf(result), `${figure(measured)} ${unit}`]
    cells.push(limit ? `${figure(limit.measured)} (${limit.what})` : '', ratio === undefined ? '' : `${ratio.toFixed(2)} ×`)
    return `| ${[...cells, verdictOf(result)].join(' | ')} |`
  })
  return ['| what | target | measured | limit | ratio | |', '|---|---|---|---|---|---|', ...rows].join('\n')
}
