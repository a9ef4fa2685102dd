import { Counter, Gauge, Registry } from 'prom-client'

/** How a run of a job ended: `waiting` if the database, the bucket or room on the disk was missing. */
export type JobResult = 'done' | 'waiting' | 'failed'

/** What the parts of a running program count for `/metrics`. */
export type Meters = {
  registry: Registry
  jobEnded: (job: string, result: JobResult, at: Date) => void
  /** Whether a cached call found its reply. */
  cacheAsked: (result: 'hit' | 'miss') => void
}

// The label is not `job`, which Prometheus uses for what it scrapes.
export const makeMeters = (): Meters => {
  const registry = new Registry()
  const registers = [registry]
  const runs = new Counter({ name: 'job_runs_total', help: 'Runs of background jobs by result', labelNames: ['name', 'result'], registers })
  const lastDone = new Gauge({
    name: 'job_last_success_timestamp_seconds',
    help: 'When a background job last succeeded in this process',
    labelNames: ['name'],
    registers,
  })
  const asked = new Counter({
    name: 'reply_cache_requests_total',
    help: 'Calls that may be answered from the cache, by whether they were',
    labelNames: ['result'],
    registers,
  })
  const counts = { hit: asked.labels('hit'), miss: asked.labels('miss') }
  return {
    registry,
    jobEnded: (job, result, at) => {
      runs.inc({ name: job, result })
      if (result === 'done') lastDone.set({ name: job }, at.getTime() / 1_000)
    },
    cacheAsked: (result) => counts[result].inc(),
  }
}
