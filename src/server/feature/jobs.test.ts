import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BucketAway } from '#server/files/bucketAway.ts'
import { makeMeters } from '#server/http/meters.ts'
import type { Job } from './job.ts'
import { startJobs } from './jobs.ts'
import type { Platform } from './platform.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const given = () => {
  const said: string[] = []
  const say =
    (level: string) =>
    (...words: unknown[]) =>
      void said.push(`${level}: ${words.at(-1)}`)
  const log = { info: say('info'), warn: say('warn'), error: say('error') }
  const platform = { config: {}, log, meters: makeMeters(), clock: () => new Date() } as unknown as Platform
  return { platform, said }
}

const away = (): Error => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })

test('logs once that the database is away, no matter how many jobs fail, and once that it is back', async () => {
  const { platform, said } = given()
  let isAway = true
  const asking = async (): Promise<void> => {
    if (isAway) throw away()
  }
  const jobs: readonly Job[] = [
    { name: 'asks the database', everySeconds: 2, run: asking },
    { name: 'had nothing to ask', everySeconds: 1, run: async () => {} },
    { name: 'asks it too', everySeconds: 3, run: asking },
  ]
  const stop = startJobs(platform, jobs)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(said).toEqual(['warn: the database is unavailable or too busy: jobs are waiting for it'])
  isAway = false
  await vi.advanceTimersByTimeAsync(30_000)
  expect(said.slice(1)).toEqual(['info: the database can be used again'])
  isAway = true
  await vi.advanceTimersByTimeAsync(30_000)
  expect(said.slice(2)).toEqual(['warn: the database is unavailable or too busy: jobs are waiting for it'])
  await stop()
})

test('does not log a job that began while the database was away and fails when it is back', async () => {
  const { platform, said } = given()
  const late = Promise.withResolvers<void>()
  let runs = 0
  const stop = startJobs(platform, [
    { name: 'is quick', everySeconds: 1, run: async () => (runs++ === 0 ? Promise.reject(away()) : undefined) },
    { name: 'is slow', everySeconds: 3600, run: () => late.promise },
  ])
  await vi.advanceTimersByTimeAsync(5_000)
  late.reject(away())
  await vi.advanceTimersByTimeAsync(5_000)
  expect(said).toEqual(['warn: the database is unavailable or too busy: jobs are waiting for it', 'info: the database can be used again'])
  await stop()
})

test('logs once that the disk is full', async () => {
  const { platform, said } = given()
  const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
  const stop = startJobs(platform, [{ name: 'writes', everySeconds: 1, run: () => Promise.reject(full) }])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(said).toEqual(['warn: the disk is full: jobs are waiting for room'])
  await stop()
})

test('tells a bucket that is away from a database that is away meanwhile', async () => {
  const { platform, said } = given()
  let isDatabaseAway = false
  const jobs: readonly Job[] = [
    { name: 'sweeps', everySeconds: 1, run: () => Promise.reject(new BucketAway('ECONNREFUSED')) },
    {
      name: 'reads',
      everySeconds: 1,
      run: async () => {
        if (isDatabaseAway) throw away()
      },
    },
  ]
  const stop = startJobs(platform, jobs)
  await vi.advanceTimersByTimeAsync(3_000)
  isDatabaseAway = true
  await vi.advanceTimersByTimeAsync(3_000)
  isDatabaseAway = false
  await vi.advanceTimersByTimeAsync(3_000)
  expect(said).toEqual([
    'warn: the bucket cannot be used (ECONNREFUSED): jobs are waiting for it',
    'warn: the database is unavailable or too busy: jobs are waiting for it',
    'info: the database can be used again',
  ])
  await stop()
})

test('logs once that the bucket cannot be used, and once that it can be used again', async () => {
  const { platform, said } = given()
  let isAway = true
  const run = async () => {
    if (isAway) throw new BucketAway('ECONNREFUSED')
  }
  const stop = startJobs(platform, [{ name: 'reads', everySeconds: 1, run }])
  await vi.advanceTimersByTimeAsync(3_000)
  isAway = false
  await vi.advanceTimersByTimeAsync(3_000)
  expect(said).toEqual(['warn: the bucket cannot be used (ECONNREFUSED): jobs are waiting for it', 'info: the bucket can be used again'])
  await stop()
})

test('logs any other failure each time', async () => {
  const { platform, said } = given()
  const stop = startJobs(platform, [{ name: 'breaks', everySeconds: 1, run: async () => Promise.reject(new Error('odd')) }])
  await vi.advanceTimersByTimeAsync(2_500)
  expect(said).toEqual(Array(3).fill('error: a job failed'))
  await stop()
})

test('counts each run by its result, and notes the last success', async () => {
  const { platform } = given()
  vi.setSystemTime(new Date('2026-11-22T06:30:00.000Z'))
  const results = [undefined, away(), new Error('odd'), undefined]
  const run = async (): Promise<void> => {
    const error = results.shift()
    if (error) throw error
  }
  const stop = startJobs(platform, [{ name: 'sweep', everySeconds: 10, run }])
  await vi.advanceTimersByTimeAsync(35_000)
  await stop()
  const lines = (await platform.meters.registry.metrics()).split('\n')
  expect(lines.filter((line) => line.startsWith('job_'))).toEqual([
    'job_runs_total{name="sweep",result="done"} 2',
    'job_runs_total{name="sweep",result="waiting"} 1',
    'job_runs_total{name="sweep",result="failed"} 1',
    `job_last_success_timestamp_seconds{name="sweep"} ${Date.parse('2026-11-22T06:30:30.000Z') / 1_000}`,
  ])
})
