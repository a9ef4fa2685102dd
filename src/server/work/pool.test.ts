import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { pdf } from '#server/testing/pdf.ts'
import { picture } from '#server/testing/pictures.ts'
import { makePool, type Pool } from './pool.ts'

const folder = mkdtempSync(join(tmpdir(), 'carrel-work-'))
const path = join(folder, 'picture')
const huge = join(folder, 'huge')
const pools: Pool[] = []
const timeoutMs = 10_000

beforeAll(async () => {
  writeFileSync(path, await picture())
  writeFileSync(
    huge,
    await sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  )
})
afterEach(() => {
  for (const pool of pools.splice(0)) pool.stop()
})
afterAll(() => {
  shared?.pool.stop()
  rmSync(folder, { recursive: true })
})

const WAITING = 16

const newPool = (options: { idleMs?: number } = {}) => {
  const pool = makePool({ waiting: WAITING, idleMs: 5_000, behind: false, ...options })
  const work = (input = { path, side: 8 }, options = { timeoutMs }) => pool.run('picture', input, options)
  return { pool, work }
}
const givenPool = (options?: { idleMs?: number }) => {
  const given = newPool(options)
  pools.push(given.pool)
  return given
}

let shared: ReturnType<typeof newPool> | undefined
/** A pool with a process that tests share, because starting one takes longest. */
const sharedPool = async () => {
  shared ??= newPool()
  await shared.work()
  return shared
}
/** Whether the process runs. One that has ended but was not waited for yet is a zombie, `Z`, which still takes signals. */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z')
  } catch {
    return true
  }
}
/** Starts the process of a pool and freezes it. */
const held = async ({ pool, work }: ReturnType<typeof givenPool>): Promise<number> => {
  await work()
  const pid = pool.pid()
  if (pid === undefined) throw new Error('there is no process')
  process.kill(pid, 'SIGSTOP')
  return pid
}

const settingsOf = (pid: number | undefined): string => (process.platform === 'linux' ? readFileSync(`/proc/${pid}/environ`, 'utf8') : '')

test('does work in another process, which has none of the server’s settings and ends when it is idle', async () => {
  vi.stubEnv('ADMIN_PASSWORD', 'canary')
  const { pool, work } = givenPool({ idleMs: 100 })
  expect(pool.pid()).toBe(undefined)
  expect((await sharp(await work()).metadata()).format).toBe('webp')
  const pid = pool.pid()
  expect(settingsOf(pid)).not.toContain('canary')
  await work()
  expect(pool.pid()).toBe(pid)
  await vi.waitFor(() => expect(isAlive(pid ?? 0)).toBe(false), { timeout: 20_000 })
  expect(pool.pid()).toBe(undefined)
  await work()
  expect(pool.pid()).not.toBe(pid)
})

test('a job that throws fails alone', async () => {
  const { pool, work } = await sharedPool()
  const pid = pool.pid()
  await expect(work({ path: join(folder, 'nothing'), side: 8 })).rejects.toMatchObject({ reason: 'failed' })
  await work()
  expect(pool.pid()).toBe(pid)
})

test('refuses work beyond the queue, and runs what is queued', async () => {
  const { work } = await sharedPool()
  const answers = await Promise.allSettled(Array.from({ length: WAITING + 2 }, () => work()))
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: WAITING + 1 }, () => 'fulfilled'), 'rejected'])
  expect(answers.at(-1)).toMatchObject({ reason: { kind: { status: 503 } } })
})

test('queues one job per person, after at most one of each other person', async () => {
  const { pool } = await sharedPool()
  const order: string[] = []
  const workFor = (person: string) => pool.run('picture', { path, side: 8 }, { timeoutMs, person }).then(() => order.push(person))
  const [running, waiting, ...refused] = Array.from({ length: 20 }, () => workFor('asha'))
  const others = [workFor('meera'), workFor('ravi')]
  for (const one of refused) await expect(one).rejects.toMatchObject({ kind: { status: 429 }, extras: { retryAfter: 1 } })
  await Promise.all([running, waiting, ...others])
  expect(order).toEqual(['asha', 'asha', 'meera', 'ravi'])
  await workFor('asha')
})

test('ends a job that takes too long with its process, and runs the next in another', async () => {
  const given = await sharedPool()
  const pid = await held(given)
  const late = given.work(undefined, { timeoutMs: 300 })
  const next = given.work()
  await expect(late).rejects.toMatchObject({ reason: 'time' })
  await next
  expect(given.pool.pid()).not.toBe(pid)
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000 })
})

test('fails only the running job of a killed process', async () => {
  const given = await sharedPool()
  const pid = await held(given)
  const [lost, next] = [given.work(), given.work()]
  process.kill(pid, 'SIGKILL')
  await expect(lost).rejects.toMatchObject({ reason: 'died' })
  await next
})

test('replaces a process that was killed while it was idle', async () => {
  const given = await sharedPool()
  const pid = await held(given)
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(given.pool.pid()).toBe(undefined), { timeout: 20_000 })
  await given.work()
})

test('stopping ends running and queued work, and leaves no process', async () => {
  const given = givenPool()
  const pid = await held(given)
  const all = [given.work(), given.work()].map((one) => expect(one).rejects.toMatchObject({ reason: 'stopped' }))
  given.pool.stop()
  await Promise.all(all)
  await expect(given.work()).rejects.toMatchObject({ reason: 'stopped' })
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000 })
})

test('survives a signal that a terminal sends to all processes', async () => {
  const given = await sharedPool()
  const pid = given.pool.pid() ?? 0
  const running = given.work()
  process.kill(pid, 'SIGINT')
  process.kill(pid, 'SIGTERM')
  await running
  expect(given.pool.pid()).toBe(pid)
})

test('the process ends when its parent is killed, also in the middle of a job', async () => {
  const pool = join(import.meta.dirname, 'pool.ts')
  const program = `import { makePool } from '${pool}'
    const pool = makePool({ waiting: 9, idleMs: 60000, behind: false })
    for (let i = 0; i < 9; i++) pool.run('picture', { path: '${huge}', side: 8 }, { timeoutMs: 60000 }).catch(() => {})
    console.log(pool.pid())`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [told] = await once(parent.stdout, 'data')
  const pid = Number(told)
  expect(isAlive(pid)).toBe(true)
  parent.kill('SIGKILL')
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000 })
})

test('ends a process that takes more than 768 MB', async () => {
  const program = join(folder, 'greedy.mjs')
  writeFileSync(
    program,
    `await import('${join(import.meta.dirname, '../programs/work.ts')}')\nconst held = Buffer.alloc(800 * 1_048_576, 1)\nsetInterval(() => held[0], 9)`,
  )
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
})

test('opens only the decoders of JPEG, PNG, WebP and GIF', async () => {
  const { work } = await sharedPool()
  const red = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  const others = [red.clone().tiff(), red.clone().avif(), red.clone().raw()].map((one) => one.toBuffer())
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>')
  for (const bytes of [...(await Promise.all(others)), drawing, pdf()]) {
    writeFileSync(join(folder, 'other'), bytes)
    await expect(work({ path: join(folder, 'other'), side: 8 })).rejects.toMatchObject({ reason: 'failed' })
  }
  for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
    writeFileSync(join(folder, 'other'), await picture({ format }))
    expect((await sharp(await work({ path: join(folder, 'other'), side: 8 })).metadata()).format).toBe('webp')
  }
})
