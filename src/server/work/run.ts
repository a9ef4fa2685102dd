import type { JobName, Jobs } from './jobs.ts'
import { makePool, type Pool, type WorkOptions } from './pool.ts'

const IDLE_MS = 5_000

const pictures = makePool({ waiting: 16, idleMs: IDLE_MS, behind: false })

/** People wait for pictures, tables and papers, and nobody for what is read out of documents. */
const pools: Record<JobName, Pool> = {
  picture: pictures,
  icon: pictures,
  pictureSizes: pictures,
  attachedPicture: pictures,
  document: makePool({ waiting: 4, idleMs: IDLE_MS, behind: true }),
  sheet: makePool({ waiting: 4, idleMs: IDLE_MS, behind: false }),
  paper: makePool({ waiting: 16, idleMs: IDLE_MS, behind: false }),
}

/**
 * Does heavy work in a process of its own, one job of a kind at a time. Throws a `WorkError` where it came to nothing, and
 * `commonErrors.unavailable` where too many wait already, or `commonErrors.tooMany` where a job of the same person waits.
 */
export const runWork = <J extends JobName>(job: J, input: Jobs[J]['input'], options: WorkOptions): Promise<Jobs[J]['output']> =>
  pools[job].run(job, input, options)

/** Ends all processes that work, whatever they do. */
export const stopWork = (): void => {
  for (const pool of Object.values(pools)) pool.stop()
}

/** The process that does this kind of work, where there is one now; for tests that kill it. */
export const workProcess = (job: JobName): number | undefined => pools[job].pid()
