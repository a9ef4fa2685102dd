import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import { bindScans } from '../scripts/scans.ts'
import { account } from './library.ts'
import type { Result } from './measure.ts'
import { fileHere, freePort, startServer } from './processes.ts'

/** A heavy book on a small phone: 300 scanned pages in 30 MB. */
const pages = 300
const pinches = 20
const rotations = 10
const upright = { width: 360, height: 740 }
const MiB = 1_048_576

type Signed = { token: string; user: object }

/** Imports the book, which is too large to be uploaded, and returns its id. */
const addBook = async (origin: string, { token }: Signed, env: Record<string, string>): Promise<string> => {
  const folder = `${env.DATA_DIR}-import`
  mkdirSync(folder)
  writeFileSync(`${folder}/Scans.pdf`, await bindScans(pages))
  const done = spawnSync(process.execPath, [fileHere('../scripts/start.mjs'), 'import', folder], { env: { ...process.env, ...env } })
  if (done.status !== 0) throw new Error(`The import ended with ${done.status}: ${done.stderr}`)
  const response = await fetch(`${origin}/api/document`, { headers: { authorization: token } })
  const { items } = (await response.json()) as { items: { _id: string }[] }
  if (!items[0]) throw new Error('The book was not imported')
  return items[0]._id
}

/** Returns the memory that only this process has (MiB), of the renderer with the most: the one with the page and its worker. */
const rendererMemory = async (browser: Browser): Promise<number> => {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => {
      const lines = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8').matchAll(/^Private_\w+: +(\d+) kB$/gm)
      return [...lines].reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0) / 1_024
    })
  return Math.max(...sizes)
}

type Memory = {
  renderer: number
  heap: number
  canvases: number
  visible: number
}

/** Measures once the browser has given back what it only caches, garbage is collected, and the memory no longer falls. */
const measureMemory = async (browser: Browser, page: Page, session: CDPSession): Promise<Memory> => {
  await session.send('Memory.simulatePressureNotification', { level: 'critical' })
  let renderer = Number.POSITIVE_INFINITY
  for (;;) {
    await session.send('HeapProfiler.collectGarbage')
    for (const worker of page.workers()) await worker.evaluate('gc()').catch(() => undefined)
    await wait(2_000)
    const now = await rendererMemory(browser)
    if (now > renderer * 0.98) break
    renderer = now
  }
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const bytes = (only: string) =>
    page.evaluate<number>(`[...document.querySelectorAll('canvas')].filter((canvas) => {
      const { top, bottom } = canvas.getBoundingClientRect()
      return ${only}
    }).reduce((sum, { width, height }) => sum + width * height * 4, 0)`)
  const [canvases, visible] = [await bytes('true'), await bytes('bottom > 0 && top < innerHeight')]
  return { renderer, heap: usedSize / MiB, canvases: canvases / MiB, visible: visible / MiB }
}

const pinch = async (session: CDPSession, { width, height }: typeof upright, from: number, to: number): Promise<void> => {
  const fingers = (apart: number) => [-1, 1].map((side, id) => ({ x: width / 2, y: height / 2 + (side * apart) / 2, id }))
  const put = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ReturnType<typeof fingers>) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await put('touchStart', fingers(from))
  for (let step = 1; step <= 12; step += 1) await put('touchMove', fingers(from + ((to - from) * step) / 12))
  await put('touchEnd', [])
}

/** Waits until each visible page has a picture. */
const painted = async (page: Page): Promise<void> => {
  const isPainted = `[...document.querySelectorAll('.reader-paper')].every((sheet) => {
    const { top, bottom } = sheet.getBoundingClientRect()
    return bottom <= 0 || top >= innerHeight || sheet.querySelector('canvas')
  }) && document.querySelector('.reader-paper canvas') !== null`
  for (let tries = 0; tries < 600; tries += 1) {
    if (await page.evaluate<boolean>(isPainted)) return
    await wait(100)
  }
  throw new Error('A page stays blank')
}

const pageNow = (page: Page): Promise<string> => page.getByRole('textbox', { name: 'Page', exact: true }).inputValue()

/** Magnifies and turns the phone on pages all through the book, and returns to the first of them. Returns whether every place was kept. */
const use = async (page: Page, session: CDPSession): Promise<boolean> => {
  let isKept = true
  let size = upright
  for (let time = 0; time < pinches / 2; time += 1) {
    const number = String(150 + time * 10)
    const field = page.getByRole('textbox', { name: 'Page', exact: true })
    await field.fill(number)
    await field.press('Enter')
    await painted(page)
    for (const [from, to] of [
      [40, 160],
      [160, 40],
    ] as const) {
      await pinch(session, size, from, to)
      await wait(600)
      await painted(page)
    }
    if (time < rotations) {
      size = { width: size.height, height: size.width }
      await page.setViewportSize(size)
      await wait(600)
      await painted(page)
    }
    isKept &&= (await pageNow(page)) === number
  }
  const field = page.getByRole('textbox', { name: 'Page', exact: true })
  await field.fill('150')
  await field.press('Enter')
  await painted(page)
  return isKept
}

const measureBook = async (browser: Browser, origin: string, signed: Signed, id: string): Promise<Result[]> => {
  const context = await browser.newContext({
    viewport: upright,
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
  })
  const localStorage = Object.entries({ token: signed.token, user: JSON.stringify(signed.user) }).map(([name, value]) => ({ name, value }))
  await context.setStorageState({ cookies: [], origins: [{ origin, localStorage }] })
  const page = await context.newPage()
  // As a phone with 2 GB reports it.
  await page.addInitScript("Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => 2 })")
  const session = await context.newCDPSession(page)
  await page.goto(`${origin}/documents?document=${id}&page=150`)
  await painted(page)
  const before = await measureMemory(browser, page, session)
  const isKept = await use(page, session)
  const after = await measureMemory(browser, page, session)
  await pinch(session, upright, 40, 160)
  await wait(1_000)
  await painted(page)
  const magnified = await measureMemory(browser, page, session)
  const need = { what: 'the same pages, just opened', measured: before.renderer }
  const needMagnified = { what: 'with the visible canvases alone', measured: before.renderer - before.canvases + magnified.visible }
  const when = `after ${pinches} pinches and ${rotations} rotations`
  return [
    { what: `memory of a book of ${pages} scans ${when}`, unit: 'MiB', measured: after.renderer, limit: need, atMost: 1.5 },
    {
      what: `its JavaScript heap ${when}`,
      unit: 'MiB',
      measured: after.heap,
      limit: { what: 'just opened', measured: before.heap },
      atMost: 1.5,
    },
    {
      what: `its canvases ${when}`,
      unit: 'MiB',
      measured: after.canvases,
      limit: { what: 'just opened', measured: before.canvases },
      atMost: 1.5,
    },
    { what: 'its memory, magnified', unit: 'MiB', measured: magnified.renderer, limit: needMagnified, atMost: 1.5 },
    {
      what: 'its canvases, magnified',
      unit: 'MiB',
      measured: magnified.canvases,
      limit: { what: 'the visible ones', measured: magnified.visible },
      atMost: 1.5,
    },
    { what: 'places lost by pinches and rotations', unit: '', measured: isKept ? 0 : 1, atMost: 0 },
  ]
}

/** The memory of a browser that shows a heavy book on a small phone. A page that stays blank, or a crash, ends the bench. */
export const measureScans = async (folder: string): Promise<Result[]> => {
  const port = await freePort()
  const first = { ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password }
  const env = { HOST: '127.0.0.1', PORT: String(port), RATE_LIMITS: 'off', DATA_DIR: `${folder}/scans`, ...first }
  const carrel = await startServer([fileHere('../scripts/start.mjs')], port, env)
  const args = ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc']
  const browser = await chromium.launch({ executablePath: await findChromium(), args })
  try {
    const response = await fetch(`${carrel.origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    })
    const signed = (await response.json()) as Signed
    return await measureBook(browser, carrel.origin, signed, await addBook(carrel.origin, signed, env))
  } finally {
    await browser.close()
    await carrel.stop()
  }
}
