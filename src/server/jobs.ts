import type { Job } from './http/feature.ts'
import type { Platform } from './platform.ts'

/** Runs each job now and then at its interval, never twice at once. Answers how to stop: it waits for what runs. */
export const startJobs = (platform: Platform, jobs: readonly Job[]): (() => Promise<void>) => {
  const running = new Map<string, Promise<void>>()
  const run = (job: Job): void => {
    if (running.has(job.name)) return
    const work = job
      .run(platform)
      .catch((error: unknown) => platform.log.error({ err: error, job: job.name }, 'a job failed'))
      .finally(() => running.delete(job.name))
    running.set(job.name, work)
  }
  const timers = jobs.map((job) => setInterval(run, job.everySeconds * 1_000, job).unref())
  jobs.forEach(run)
  return async () => {
    timers.forEach(clearInterval)
    await Promise.all(running.values())
  }
}
