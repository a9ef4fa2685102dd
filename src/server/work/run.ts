import type { JobName, Jobs } from './jobs.ts'
import { makePool, type Pool, type WorkOptions } from './pool.ts'

const IDLE_MS = 5_000

const pictures = makePool({ waiting: 16, idleMs: IDLE_MS, behind: false })

/** People wait for pictures, pages, tables and papers, and nobody for the extraction of documents. */
const pools: Record<JobName, Pool> = {
  picture: pictures,
  icon: pictures,
  pictureSizes: pictures,
  attachedPicture: pictures,
  document: makePool({ waiting: 4, idleMs: IDLE_MS, behind: true }),
  firstPage: makePool({ waiting: 8, idleMs: IDLE_MS, behind: false }),
  sheet: makePool({ waiting: 4, idleMs: IDLE_MS, behind: false }),
  paper: makePool({ waiting: 16, idleMs: IDLE_MS, behind: false }),
}

/**
 * Runs heavy work in a separate process, one job of a kind at a time. Throws a `WorkError` if it failed, `commonErrors.unavailable`
 * if too many are waiting already, or `commonErrors.tooMany` if a job of the same person waits.
 */
export const runWork = <J extends JobName>(job: J, input: Jobs[J]['input'], options: WorkOptions): Promise<Jobs[J]['output']> =>
  pools[job].run(job, input, options)

/** Ends all working processes immediately. */
export const stopWork = (): void => {
  for (const pool of Object.values(pools)) pool.stop()
}

/** Returns the process for this kind of work, if there is one now; for tests that kill it. */
export const workProcess = (job: JobName): number | undefined => pools[job].pid()
