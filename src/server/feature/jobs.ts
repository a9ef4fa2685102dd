import { emptyLog } from '#server/db/log.ts'
import { whileNoOtherNode } from '#server/db/nodeLock.ts'
import { isDiskFull, isUnavailable } from '#server/db/violations.ts'
import { isPaused } from '#server/db/writeGate.ts'
import { isBucketAway } from '#server/files/bucketAway.ts'
import { releaseDropped } from '#server/files/dropped.ts'
import { sweep } from '#server/files/sweep.ts'
import { removeExpired } from '#server/nodes/limits.db.ts'
import { removeOld } from '#server/nodes/relay.db.ts'
import { HOUR, MINUTE } from '#server/time.ts'
import type { Job } from './job.ts'
import type { Platform } from './platform.ts'

/** The platform's own job. */
export const sweepFiles: Job = {
  name: 'sweep files',
  everySeconds: HOUR,
  alone: true,
  run: async (platform) => {
    const removed = await sweep(platform)
    if (Object.values(removed).some((count) => count > 0)) platform.log.info(removed, 'removed unreferenced files')
  },
}

export const removeDropped: Job = {
  name: 'remove files of deleted messages',
  everySeconds: 2,
  alone: true,
  run: async (platform) => void (await releaseDropped(platform)),
}

/** The counts of limits that several nodes share; a single process has none in the database. */
export const removeCounts: Job = {
  name: 'remove expired counts of limits',
  everySeconds: 10 * MINUTE,
  run: async ({ config, db }) => void (config.redisUrl && (await removeExpired(db))),
}

/** Messages that nodes stored for each other while Redis was away; a deleted text must not stay in them. */
export const removeRelayed: Job = {
  name: 'remove stored messages of nodes',
  everySeconds: MINUTE,
  run: async ({ db }) => void (await removeOld(db)),
}

/** Deleted data is gone from the log within this time. */
const LOG_SECONDS = 30

export const emptyLogs: Job = { name: 'empty the log of the database', everySeconds: LOG_SECONDS, run: ({ db }) => emptyLog(db) }

/** Returns why jobs have to wait for the database or the bucket, if that is why one failed. */
const waitsFor = (error: unknown): string | undefined => {
  if (isBucketAway(error)) return `the bucket cannot be used (${error.reason}): jobs are waiting for it`
  if (isPaused(error)) return 'the data is being moved: jobs are waiting'
  if (isUnavailable(error)) return 'the database is unavailable or too busy: jobs are waiting for it'
  return isDiskFull(error) ? 'the disk is full: jobs are waiting for room' : undefined
}

/** The jobs that wait for one thing that is away, such as the database. Failures of jobs that began before it was back are ignored. */
const makeOutage = (log: Platform['log'], back: string) => {
  const waiting = new Set<Job>()
  let number = 0
  return {
    /** Which outage it would be now. */
    number: () => number,
    succeeded: (job: Job): void => {
      if (!waiting.has(job)) return
      waiting.clear()
      number++
      log.info(back)
    },
    failed: (job: Job, during: number, warn: () => void): void => {
      if (during !== number) return
      if (waiting.size === 0) warn()
      waiting.add(job)
    },
  }
}

/**
 * Logs failures of jobs, but those for lack of the bucket, the database or room on the disk only once, until it is back: some jobs run
 * every second. It is back when a job that failed succeeds: the others may not have used it.
 */
const reportingIn = ({ log, meters, clock }: Pick<Platform, 'log' | 'meters' | 'clock'>) => {
  const bucket = makeOutage(log, 'the bucket can be used again')
  const database = makeOutage(log, 'the database can be used again')
  return async (job: Job, run: () => Promise<void>): Promise<void> => {
    const during = new Map([bucket, database].map((outage) => [outage, outage.number()]))
    try {
      await run()
      meters.jobEnded(job.name, 'done', clock())
      for (const outage of during.keys()) outage.succeeded(job)
    } catch (error) {
      const known = { err: error, job: job.name }
      const reason = waitsFor(error)
      meters.jobEnded(job.name, reason === undefined ? 'failed' : 'waiting', clock())
      if (reason === undefined) return log.error(known, 'a job failed')
      const outage = isBucketAway(error) ? bucket : database
      outage.failed(job, during.get(outage) ?? 0, () => log.warn(known, reason))
    }
  }
}

/** A job that runs alone holds one of ten connections to the database, and needs another. */
const ALONE_AT_ONCE = 4

/** Returns a function that runs at most `most` pieces of work at once, and the others in turn. */
const inTurns = (most: number) => {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

type Turns = ReturnType<typeof inTurns>

const runJob = async (platform: Platform, job: Job, inTurn: Turns): Promise<void> => {
  if (job.alone && platform.config.redisUrl) await inTurn(() => whileNoOtherNode(platform.db, job.name, () => job.run(platform)))
  else await job.run(platform)
}

/**
 * Runs each job at once and then at its interval, never twice at the same time. Returns a function that stops them and waits for
 * those that run.
 */
export const startJobs = (platform: Platform, jobs: readonly Job[]): (() => Promise<void>) => {
  const running = new Map<string, Promise<void>>()
  const report = reportingIn(platform)
  const inTurn = inTurns(ALONE_AT_ONCE)
  const run = (job: Job): void => {
    if (running.has(job.name)) return
    const work = report(job, () => runJob(platform, job, inTurn)).finally(() => running.delete(job.name))
    running.set(job.name, work)
  }
  const timers = jobs.map((job) => setInterval(run, job.everySeconds * 1_000, job).unref())
  jobs.forEach(run)
  return async () => {
    timers.forEach(clearInterval)
    await Promise.all(running.values())
  }
}
