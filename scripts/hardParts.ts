import { globSync, readFileSync } from 'node:fs'

/**
 * The parts of `npm run test:hard`. `alone` are test files that need no service, `nodes` those that need PostgreSQL and Redis. The part
 * `cases` has the files that try all cases where an ordinary run tries some.
 */
export type HardPart = { alone: readonly string[]; nodes: readonly string[] }

const faults = 'src/server/faults'

let known: string[] | undefined

/** Searched once, because it reads all tests. */
const cases = (): string[] => {
  known ??= globSync('src/**/*.test.{ts,tsx}').filter((file) => !file.startsWith(faults) && readFileSync(file, 'utf8').includes('/hard.ts'))
  return known
}

const ofNodes = (file: string): boolean => file.endsWith('.nodes.test.ts')

export const hardParts = (): Record<string, HardPart> => ({
  cases: { alone: cases().filter((file) => !ofNodes(file)), nodes: cases().filter(ofNodes) },
  kill: { alone: [`${faults}/kill.test.ts`], nodes: [`${faults}/kill.nodes.test.ts`] },
  outages: { alone: [], nodes: [`${faults}/outages.nodes.test.ts`] },
  disk: { alone: ['src/server/programs/fullDisk.test.ts', `${faults}/fillDisk.test.ts`], nodes: [] },
  clocks: { alone: [`${faults}/clocks.test.ts`], nodes: [`${faults}/clocks.nodes.test.ts`] },
  balancer: { alone: [], nodes: [`${faults}/balancer.nodes.test.ts`] },
  rolling: { alone: [], nodes: [`${faults}/rolling.nodes.test.ts`] },
  reconnect: { alone: [`${faults}/reconnect.test.ts`], nodes: [] },
})

/** The files of a part; of `cases`, those whose path has one of the words, if there are any. */
export const chosenOf = (part: string, words: readonly string[]): HardPart => {
  const { alone, nodes } = hardParts()[part] ?? { alone: [], nodes: [] }
  const isChosen = (file: string): boolean => part !== 'cases' || words.length === 0 || words.some((word) => file.includes(word))
  return { alone: alone.filter(isChosen), nodes: nodes.filter(isChosen) }
}

export type HardRow = {
  part: string
  test: string
  rounds: number
  done: string
  lost: number
  doubled: number
  disordered: number
  memory?: string
  seconds: number
}

const columns = ['part', 'test', 'rounds', 'done', 'lost', 'doubled', 'out of order', 'memory', 'seconds'] as const

const cellsOf = ({ part, test, rounds, done, lost, doubled, disordered, memory = '', seconds }: HardRow): string[] =>
  [part, test, rounds, done, lost, doubled, disordered, memory, seconds].map(String)

/** The rows as a table of Markdown. */
export const tableOf = (rows: readonly HardRow[]): string => {
  const cells = [[...columns], ...rows.map(cellsOf)]
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => (row[at] ?? '').length)))
  const line = (row: readonly string[]): string => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head, ...body] = cells
  return [line(head ?? []), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

/** What the words after `npm run test:hard --` choose: parts by name, a number of rounds, and files of `cases` by a part of their path. */
export const chosenBy = (args: readonly string[]) => {
  const names = Object.keys(hardParts())
  const rounds = args.find((arg) => /^--rounds=\d+$/.test(arg))?.split('=')[1] ?? ''
  const words = args.filter((arg) => !arg.startsWith('--'))
  const unknown = args.find((arg) => arg.startsWith('--') && arg !== '--again' && !/^--rounds=\d+$/.test(arg))
  const parts = names.filter((name) => words.includes(name))
  const paths = words.filter((word) => !names.includes(word))
  if (paths.length > 0 && !parts.includes('cases')) parts.unshift('cases')
  return { unknown, rounds, paths, parts: parts.length > 0 ? parts : names, again: args.includes('--again') }
}
