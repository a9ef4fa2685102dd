import { spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Tally = { passed: number; failed: number }

const bin = (name: string): string =>
  join(import.meta.dirname, '..', 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)

const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env }, shell: process.platform === 'win32' })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })

/** A runner that fails without saying which test did (a file that does not load, an error between tests) counts as one failure. */
const counted = (status: number, file: string, count: (report: never) => Tally): Tally => {
  let tally: Tally = { passed: 0, failed: 0 }
  try {
    tally = count(JSON.parse(readFileSync(file, 'utf8')) as never)
  } catch {
    return { passed: 0, failed: 1 }
  }
  return status !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}

const withReport = async (job: (file: string) => Promise<Tally>): Promise<Tally> => {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-test-'))
  try {
    return await job(join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs Vitest with what it prints, and counts. */
export const vitest = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Tally> =>
  withReport(async (file) => {
    const status = await run(bin('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args], env)
    return counted(status, file, (report: { numPassedTests: number; numFailedTests: number }) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
    }))
  })

/** Runs the journeys in the browser, and counts. */
export const playwright = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Tally> =>
  withReport(async (file) => {
    const status = await run(bin('playwright'), ['test', '--reporter=list,json', ...args], { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file })
    return counted(status, file, ({ stats }: { stats: { expected: number; unexpected: number; flaky: number } }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
    }))
  })

/**
 * Prints the closing line and sets the exit code. `TALLY_FILE` collects the counts of several runs, for whoever
 * adds them up.
 */
export const close = (...tallies: readonly Tally[]): void => {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
  if (process.env.TALLY_FILE) appendFileSync(process.env.TALLY_FILE, `${passed} ${failed}\n`)
  else console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}
