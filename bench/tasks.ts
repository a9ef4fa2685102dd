import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import { demoEnvironment, fill } from '../scripts/fill.ts'
import type { Result } from './measure.ts'
import { fileHere, freePort, startServer } from './processes.ts'
import { measureFirstReceipt } from './tasks/firstReceipt.ts'
import { accounts, begin, prepare } from './tasks/hall.ts'
import { hallTasks } from './tasks/hallTasks.ts'
import { type Count, handsAt } from './tasks/hands.ts'
import { keptTasks } from './tasks/keptTasks.ts'
import { prepareRooms, roomTasks } from './tasks/roomTasks.ts'
import { everydayTasks, type Task } from './tasks/tasks.ts'

const viewports = { counter: { width: 1280, height: 800 }, office: { width: 1366, height: 768 }, phone: { width: 360, height: 740 } }

const doTask = async (origin: string, { at, from = '/dashboard', as, run }: Task): Promise<Count> => {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--no-first-run'] })
  try {
    const context = await browser.newContext({ serviceWorkers: 'block', viewport: viewports[at], hasTouch: at === 'phone' })
    const page = await context.newPage()
    if (at === 'phone' && !as) await page.goto(`${origin}/login`)
    else await begin(page, origin, accounts[as ?? 'admin'].email, from)
    const hands = handsAt(page)
    await run(hands)
    return hands.count
  } finally {
    await browser.close()
  }
}

/** Runs a task. A task that fails misses its target, and the others are still counted. */
const resultOf = async (origin: string, task: Task): Promise<Result> => {
  const { name: what, atMost } = task
  try {
    const { presses, keys, letters, swipes, screens } = await doTask(origin, task)
    const note = `${presses} presses, ${keys} keys, ${letters} letters, ${swipes} swipes, ${screens} screens`
    console.error(`${what}: ${note}`)
    return { what, unit: 'presses and keys', measured: presses + keys, atMost, note }
  } catch (error) {
    console.error(`${what}: ${error instanceof Error ? error.message : error}`)
    return { what, unit: 'presses and keys', measured: Number.POSITIVE_INFINITY, atMost, note: 'It could not be done.' }
  }
}

/** Counts the presses and keys of each task. Typed letters are counted separately, because names and sentences have to be typed anyway. */
export const measureTasks = async (folder: string): Promise<Result[]> => {
  const port = await freePort()
  const dataDir = join(folder, 'hall')
  mkdirSync(dataDir)
  const env = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port), RATE_LIMITS: 'off', ...demoEnvironment }
  const carrel = await startServer([fileHere('../scripts/start.mjs')], port, env)
  try {
    await fill(carrel.origin)
    await prepare(carrel.origin)
    const results: Result[] = []
    for (const task of [...keptTasks, ...everydayTasks, ...hallTasks]) results.push(await resultOf(carrel.origin, task))
    // Only now, because the map then shows one grid for each room.
    await prepareRooms(carrel.origin)
    for (const task of roomTasks) results.push(await resultOf(carrel.origin, task))
    results.push(await measureFirstReceipt(join(folder, 'empty')))
    return results
  } finally {
    await carrel.stop()
  }
}
