/**
 * `npm run test:hard`: the tests that take long, in parts: `cases` runs the files that try all cases, or many more, of which an ordinary run
 * tries some, such as lies of a server; the other parts cause faults while people work. `npm run test:hard -- kill outages` runs these
 * parts, `--rounds=5` causes each fault five times, and any other word chooses files of `cases` by their path. A part that passed is
 * not run again until a source changes or all parts have passed, so that a run that was interrupted continues; `--again` runs it
 * nevertheless. At the end, a table says what was lost, doubled or out of order.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lastSourceChange } from './freshness.mjs'
import { chosenBy, chosenOf, type HardRow, hardParts, tableOf } from './hardParts.ts'
import { onNodes, reachesPostgres, reachesRedis } from './services.ts'
import { close, type Tally, vitest } from './tally.ts'

type Passed = { state: number; parts: Record<string, HardRow[]> }

const stateFile = join(import.meta.dirname, '../.cache/hard.json')
const state = lastSourceChange()

const readPassed = (): Passed => {
  const read = existsSync(stateFile) ? (JSON.parse(readFileSync(stateFile, 'utf8')) as Passed) : undefined
  return read?.state === state ? read : { state, parts: {} }
}

const writePassed = (passed: Passed): void => {
  mkdirSync(join(stateFile, '..'), { recursive: true })
  writeFileSync(stateFile, JSON.stringify(passed))
}

const rowsIn = (file: string, part: string): HardRow[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => ({ part, ...JSON.parse(line) }))
    : []

const { unknown, rounds, paths, parts, again } = chosenBy(process.argv.slice(2))
if (unknown) {
  console.error(`"${unknown}" is unknown; --rounds=5 and --again are the options.`)
  process.exit(1)
}

const hasServices = (await reachesPostgres()) && (await reachesRedis())
const isWhole = rounds === '' && paths.length === 0

type Ran = { tallies: Tally[]; rows: HardRow[]; isComplete: boolean }

const sum = (tallies: readonly Tally[]): number => tallies.reduce((count, { passed }) => count + passed, 0)

const runPart = async (part: string): Promise<Ran> => {
  const { alone, nodes } = chosenOf(part, paths)
  const folder = mkdtempSync(join(tmpdir(), 'carrel-hard-'))
  const report = join(folder, 'rows')
  const env = { TEST_HARD: 'on', HARD_ROUNDS: rounds, HARD_REPORT: report }
  const tallies: Tally[] = []
  const since = performance.now()
  if (alone.length > 0) tallies.push(await vitest(alone, { ...env, TEST_DATABASE: 'sqlite' }))
  if (nodes.length > 0 && hasServices) tallies.push(await vitest([...nodes, '--project=nodes'], { ...env, ...onNodes }))
  const isSkipped = nodes.length > 0 && !hasServices
  if (isSkipped) console.error(`\n*** SKIPPED: ${nodes.join(', ')}. PostgreSQL or Redis is not running. ***\n`)
  if (isSkipped && process.env.CI) tallies.push({ passed: 0, failures: [`${part}: PostgreSQL or Redis is not running`] })
  const rows = rowsIn(report, part)
  rmSync(folder, { recursive: true, force: true })
  const seconds = Math.round((performance.now() - since) / 1_000)
  const own = { part, test: 'all', rounds: 1, done: `${sum(tallies)} tests`, lost: 0, doubled: 0, disordered: 0, seconds }
  const isComplete = !isSkipped && sum(tallies) > 0 && tallies.every(({ failures }) => failures.length === 0)
  return { tallies, rows: rows.length > 0 || sum(tallies) === 0 ? rows : [own], isComplete }
}

const passed = again ? { state, parts: {} } : readPassed()
const tallies: Tally[] = []
const table: HardRow[] = []
for (const part of parts) {
  const before = isWhole ? passed.parts[part] : undefined
  console.log(`\n== ${part}${before ? ': has passed before' : ''}`)
  const ran: Ran = before ? { tallies: [], rows: before, isComplete: false } : await runPart(part)
  tallies.push(...ran.tallies)
  table.push(...ran.rows)
  if (!isWhole || !ran.isComplete) continue
  passed.parts[part] = ran.rows
  writePassed(passed)
}
if (Object.keys(hardParts()).every((part) => part in passed.parts)) rmSync(stateFile, { force: true })
console.log(`\n${tableOf(table)}`)
close(...tallies)
