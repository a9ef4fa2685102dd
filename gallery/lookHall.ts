import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import type * as Filling from '../scripts/fill.ts'
import type * as Freshness from '../scripts/freshness.mjs'
import { goWithin } from './goWithin.ts'
import { callsTo, freePort, pathOf, type Sessions, sessionsOf, stopped } from './halls.ts'
import { type LookScreen, type LookWidth, lookScreens, lookSizes } from './lookScreens.ts'
import type { Viewer } from './screens.ts'
import { stillness } from './stillness.ts'

/** Ten in the morning in the hall. The browser's clock stands still, the server's starts there; the hall is filled just before. */
const shownAt = '2026-11-26T04:30:00.000Z'
const filledFrom = '2026-11-26T04:20:00.000Z'

/** The two looks in which the screens are judged. A version without them shows its own palette by day and at night. */
export const lookNames = ['paper', 'ink'] as const
export type LookName = (typeof lookNames)[number]

export type LookHall = {
  origin: string
  sessions: Sessions
  paths: ReadonlyMap<string, string>
  /** The time that its browsers show. */
  shownAt?: string
  /** Chooses a look of the hall. Returns false if the version has none. */
  wear: (look: LookName) => Promise<boolean>
  stop: () => Promise<void>
}

const part = <T>(checkout: string, file: string): Promise<T> => import(pathToFileURL(join(checkout, file)).href)

/** A version is built before it starts: with an old build, its server would take longer than anyone waits for it. */
const build = async (checkout: string): Promise<void> => {
  const { buildState } = await part<typeof Freshness>(checkout, 'scripts/freshness.mjs')
  if (buildState() !== 'fresh') spawnSync(process.execPath, ['scripts/build.ts'], { cwd: checkout, stdio: 'inherit' })
}

/** Starts a version on a folder of data. Its server's clock starts at a fixed time. */
const start = async (checkout: string, data: string, startsAt: string) => {
  const { demoEnvironment, ready } = await part<typeof Filling>(checkout, 'scripts/fill.ts')
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const clock = fileURLToPath(new URL('fixedClock.mjs', import.meta.url))
  const settings = { PORT: String(port), DATA_DIR: data, FIXED_CLOCK: startsAt }
  const env = { LOG_LEVEL: 'warn', ...process.env, ...demoEnvironment, ...settings }
  const server = spawn(process.execPath, ['--import', clock, 'scripts/start.mjs'], { cwd: checkout, stdio: 'inherit', env })
  await ready(origin)
  return { origin, stop: () => stopped(server) }
}

/**
 * Fills a hall with the demo of its version, on the fixed day. It stays in that version's folder, because this takes longest: delete
 * `data/gallery/look` after a change of the demo.
 */
const filledOf = async (checkout: string): Promise<string> => {
  const data = join(checkout, 'data/gallery/look')
  const mark = join(data, 'is-complete')
  if (existsSync(mark)) return data
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { recursive: true })
  process.env.FIXED_CLOCK = filledFrom
  await import('./fixedClock.mjs')
  const { fill } = await part<typeof Filling>(checkout, 'scripts/fill.ts')
  const { origin, stop } = await start(checkout, data, filledFrom)
  await fill(origin).finally(stop)
  writeFileSync(mark, '')
  return data
}

/** Starts the version of Carrel that is checked out in a folder, on a copy of its own demo. */
export const startLookHall = async (checkout: string): Promise<LookHall> => {
  await build(checkout)
  const data = mkdtempSync(join(tmpdir(), 'carrel-look-'))
  cpSync(await filledOf(checkout), data, { recursive: true })
  const server = await start(checkout, data, shownAt)
  const stop = async () => {
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
  try {
    const call = callsTo(server.origin)
    const sessions = await sessionsOf(call)
    const token = sessions.superadmin?.token ?? ''
    const paths = await Promise.all(lookScreens.map(async (screen) => [screen.name, (await pathOf(call, token, screen)) ?? ''] as const))
    const wear = (themeId: LookName) =>
      call('PUT', '/customization/theme', token, { themeId }).then(...([() => true, () => false] as const))
    return { origin: server.origin, sessions, paths: new Map(paths), shownAt, wear, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export const launch = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await findChromium(), args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })

const rest = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.evaluate(stillness)
}

export type Visit = {
  hall: Pick<LookHall, 'origin' | 'sessions' | 'paths' | 'shownAt'>
  browser: Browser
  /** The pages are opened at the first width, and take on the others one after the other. */
  widths: readonly [LookWidth, ...LookWidth[]]
  isNight?: boolean
}

/** A person's device: signed in, and with the notices seen before. */
const deviceOf = async (as: Viewer, { hall, browser, widths: [width], isNight }: Visit): Promise<BrowserContext> => {
  const session = hall.sessions[as]
  const kept = {
    ...(session && { token: session.token, user: JSON.stringify(session.user) }),
    ...(isNight && { accessibility: '{"darkMode":true}' }),
  }
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: lookSizes[width],
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    hasTouch: width === 360,
    storageState: { cookies: [], origins: [{ origin: hall.origin, localStorage }] },
  })
  if (hall.shownAt) await context.clock.setFixedTime(hall.shownAt)
  if (!session) return context
  const page = await context.newPage()
  await page.goto(`${hall.origin}/dashboard`)
  await rest(page)
  await page.close()
  return context
}

type Use = (page: Page, screen: LookScreen, width: LookWidth) => Promise<void>

const visitOne = async (screen: LookScreen, page: Page, { hall, widths: [first, ...others] }: Visit, use: Use): Promise<void> => {
  const path = hall.paths.get(screen.name) ?? ''
  await page.setViewportSize(lookSizes[first])
  await (page.url() === 'about:blank' ? page.goto(hall.origin + path) : goWithin(page, path))
  await screen.act(page)
  await rest(page)
  await use(page, screen, first)
  for (const width of others) {
    await page.setViewportSize(lookSizes[width])
    await rest(page)
    await use(page, screen, width)
  }
}

/** Opens each of the twelve screens, and hands over the page once nothing moves in it. */
export const visitAll = async (visit: Visit, use: Use): Promise<void> => {
  for (const screens of Map.groupBy(lookScreens, ({ as }) => as).values()) {
    const device = await deviceOf(screens[0]?.as ?? 'anyone', visit)
    const page = await device.newPage()
    for (const screen of screens) {
      await visitOne(screen, page, visit, use).catch((error) => {
        throw new Error(`${screen.name} at ${visit.widths.join(', ')} px: ${error}`)
      })
    }
    await device.close()
  }
}
