import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import { accounts, password } from '../scripts/demoHall.ts'
import { demoEnvironment, fill } from '../scripts/fill.ts'
import { chromeOf, firstRowLimit, type Size, shiftLimit, sizes, watchShifts } from './chrome/chromeOf.ts'
import type { Bench } from './lists.ts'
import type { Result } from './measure.ts'
import { fileHere, freePort, startServer } from './processes.ts'

/** A slow connection; the files of the program are in the cache, as on every visit but the first. */
const line = { offline: false, latency: 150, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }

const staff = ['/users', '/users?view=seats', '/fees', '/fees/receipts', '/fees/dues', '/notices', '/thoughts']
const ofAdmin = ['/documents', '/categories', '/chat-monitoring', '/announcements', '/gallery']
const frames = ['/dashboard', '/chat', '/accessibility']

/** The lists of each role, and its other pages, which have no first row. */
const pagesOf = {
  student: { lists: ['/documents', '/favorites', '/notices-tab'], others: ['/profile', ...frames] },
  manager: { lists: staff, others: ['/fees/counter', '/fees/month-end', '/chat'] },
  admin: { lists: [...staff, ...ofAdmin], others: ['/upload', '/customization', ...frames] },
  superadmin: {
    lists: ['/users', '/fees', '/audit'],
    others: ['/documents?view=removed', '/fees/check', '/system', '/customization?section=rules', '/dashboard'],
  },
} as const
type Role = keyof typeof pagesOf
const roles = Object.keys(pagesOf) as Role[]

type Signed = { token: string; user: object }

const send = async <T>(origin: string, path: string, body: object, token?: string): Promise<T> => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) }
  const response = await fetch(`${origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

const signIn = (origin: string, role: Role): Promise<Signed> =>
  send<Signed>(origin, '/auth/login', { email: accounts[role].email, password })

const contextOf = async (browser: Browser, { token, user }: Signed, size: Size): Promise<BrowserContext> => {
  const context = await browser.newContext({
    viewport: sizes[size],
    hasTouch: size === 'phone',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
  })
  await context.addInitScript(watchShifts)
  await context.addInitScript(
    (stored) => {
      localStorage.setItem('token', stored.token)
      localStorage.setItem('user', stored.user)
    },
    { token, user: JSON.stringify(user) },
  )
  return context
}

/** Opens each page of a role twice, since banners are whole when they are seen first, and measures the second time. */
const measureRole = async (browser: Browser, origin: string, role: Role, size: Size): Promise<Result[]> => {
  const context = await contextOf(browser, await signIn(origin, role), size)
  const results: Result[] = []
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const { lists, others } = pagesOf[role]
    for (const path of [...lists, ...others]) {
      await page.goto(origin + path)
      await chromeOf(page)
      await session.send('Network.enable')
      if (process.env.BENCH_LINE !== 'fast') await session.send('Network.emulateNetworkConditions', line)
      await page.goto(origin + path)
      const { firstRow, text, shift, sources } = await chromeOf(page)
      await session.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 })
      const what = `${path}, ${role}, ${sizes[size].width} px`
      if ((lists as readonly string[]).includes(path))
        results.push({
          what: `first row of ${what}`,
          unit: 'px',
          measured: firstRow ?? Number.POSITIVE_INFINITY,
          atMost: firstRowLimit(path, size),
          note: text,
        })
      results.push({ what: `layout shift of ${what}`, unit: '', measured: shift, atMost: shiftLimit })
      if (shift > shiftLimit) console.error(`${what} moves:\n  ${sources.join('\n  ')}`)
    }
    return results
  } finally {
    await context.close()
  }
}

/** A second banner for everybody; the demo has one, and a marquee. */
const addBanner = async (origin: string): Promise<void> => {
  const { token } = await signIn(origin, 'manager')
  const notice = { title: 'The fee desk closes at 6 pm today', content: 'Please pay before that.', type: 'banner', priority: 5 }
  await send(origin, '/notice', { ...notice, targetAllUsers: true }, token)
}

const measureChromeAt = async (origin: string): Promise<Result[]> => {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--no-first-run', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const results: Result[] = []
    for (const role of roles)
      for (const size of Object.keys(sizes) as Size[]) results.push(...(await measureRole(browser, origin, role, size)))
    return results
  } finally {
    await browser.close()
  }
}

/**
 * Measures where the first row of every list is, and how much of every page moves while it loads: as each role, on a desktop and a
 * phone, with two banners that were seen before and a marquee.
 */
export const measureChrome = async ({ folder }: Bench): Promise<Result[]> => {
  const port = await freePort()
  const dataDir = join(folder, 'chrome')
  mkdirSync(dataDir)
  const env = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port), RATE_LIMITS: 'off', ...demoEnvironment }
  const carrel = await startServer([fileHere('../scripts/start.mjs')], port, env)
  try {
    await fill(carrel.origin)
    await addBanner(carrel.origin)
    return await measureChromeAt(carrel.origin)
  } finally {
    await carrel.stop()
  }
}
