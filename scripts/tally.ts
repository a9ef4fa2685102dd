import { spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failure } from './failure.ts'

/** `failures` names each failed test, with the first lines of the reason. */
export type Tally = { passed: number; failures: readonly string[] }

const bin = (name: string): string =>
  join(import.meta.dirname, '..', 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)

const tallyReporter = join(import.meta.dirname, 'tallyReporter.ts')

const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env }, shell: process.platform === 'win32' })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })

/** A runner that fails without naming a test counts as one failure. */
const counted = (runner: string, status: number, file: string, read: (report: never) => Tally): Tally => {
  try {
    const tally = read(JSON.parse(readFileSync(file, 'utf8')) as never)
    if (status === 0 || tally.failures.length > 0) return tally
    return { ...tally, failures: [`${runner} ended with ${status}, though no test failed`] }
  } catch {
    return { passed: 0, failures: [`${runner} ended with ${status} and left no report`] }
  }
}

const withReport = async (job: (file: string) => Promise<Tally>): Promise<Tally> => {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-test-'))
  try {
    return await job(join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs Vitest with its output, and counts. */
export const vitest = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Tally> =>
  withReport(async (file) => {
    const status = await run(bin('vitest'), ['run', '--reporter=default', `--reporter=${tallyReporter}`, ...args], {
      ...env,
      TALLY_REPORT: file,
    })
    return counted('Vitest', status, file, (report: Tally) => report)
  })

type Suite = {
  suites?: Suite[]
  specs?: { file: string; title: string; tests: { projectName: string; status: string; results: { errors: { message?: string }[] }[] }[] }[]
}

/** A journey that passes on its second attempt failed on its first. */
const failedWalks = ({ suites = [], specs = [] }: Suite): string[] => [
  ...suites.flatMap(failedWalks),
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) =>
        failure(
          `${projectName} ${file} > ${title}`,
          results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')),
        ),
      ),
  ),
]

/** Runs the journeys in the browser, and counts. */
export const playwright = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Tally> =>
  withReport(async (file) => {
    const status = await run(bin('playwright'), ['test', '--reporter=list,json', ...args], { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file })
    return counted(
      'Playwright',
      status,
      file,
      ({ stats, errors, ...suite }: Suite & { stats: { expected: number }; errors: { message?: string }[] }) => ({
        passed: stats.expected,
        failures: [...failedWalks(suite), ...errors.map(({ message }) => failure('outside the walks', [message ?? '']))],
      }),
    )
  })

/**
 * Prints the failures and the closing line, and sets the exit code. `TALLY_FILE` collects the counts of several runs, and
 * `TALLY_FILE.failures` the failures, for a person who adds them up.
 */
export const close = (...tallies: readonly Tally[]): void => {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failures = tallies.flatMap((tally) => tally.failures)
  const texts = failures.map((text) => `FAILED: ${text}\n`).join('')
  if (process.env.TALLY_FILE) {
    appendFileSync(process.env.TALLY_FILE, `${passed} ${failures.length}\n`)
    appendFileSync(`${process.env.TALLY_FILE}.failures`, texts)
  } else console.log(`\n${texts}${passed} passed, ${failures.length} failed`)
  process.exitCode = failures.length > 0 ? 1 : 0
}
