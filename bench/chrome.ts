import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { findChromium, withoutAddressBar } from '../scripts/chromium.ts'
import { accounts, password } from '../scripts/demoHall.ts'
import { demoEnvironment, fill } from '../scripts/fill.ts'
import { type Chrome, chromeOf, firstRowLimit, type Size, shiftLimit, sizes, untilLoaded, watch } from './chrome/chromeOf.ts'
import type { Result } from './measure.ts'
import { fileHere, freePort, startServer } from './processes.ts'

/**
 * A cheap phone on a slow connection; the files of the program are in the cache, as on every visit but the first. `BENCH_LINE=fast` for a
 * quick look.
 */
const line = { offline: false, latency: 150, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }
const slowerProcessor = 4
const isSlow = process.env.BENCH_LINE !== 'fast'

const ofMember = { lists: ['/documents'], others: ['/dashboard', '/chat', '/accessibility', '/landing'] }
const ofStudent = { lists: ['/favorites', '/notices-tab', '/documents?view=kept'], others: ['/profile'] }
const ofStaff = {
  lists: ['/users', '/users?view=seats', '/fees', '/fees/receipts', '/fees/dues', '/notices', '/thoughts'],
  others: ['/fees/counter', '/fees/month-end', '/fees/lockers', '/fees/passes', '/users/id-cards'],
}
const ofAdmin = {
  lists: ['/categories', '/chat-monitoring', '/announcements', '/gallery'],
  others: ['/users/import', '/upload', '/customization', '/customization?section=hall', '/customization?section=rules'],
}
const ofSuperadmin = { lists: ['/audit'], others: ['/documents?view=removed', '/fees/check', '/system'] }

/** The lists that a role can open, and its other pages, which have no first row. */
const pagesOf = {
  student: [ofMember, ofStudent],
  manager: [ofMember, ofStaff],
  admin: [ofMember, ofStaff, ofAdmin],
  superadmin: [ofMember, ofStaff, ofAdmin, ofSuperadmin],
} as const satisfies Record<string, readonly { lists: readonly string[]; others: readonly string[] }[]>
type Role = keyof typeof pagesOf

/** The names in this variable, such as `BENCH_ROLES=student,manager`; all if it is not set. */
const chosen = <T extends string>(all: readonly T[], variable: string): T[] => {
  const names = process.env[variable]?.split(',')
  return all.filter((each) => !names || names.includes(each))
}
const roles = chosen(Object.keys(pagesOf) as Role[], 'BENCH_ROLES')
const measuredSizes = chosen(Object.keys(sizes) as Size[], 'BENCH_SIZES')

type Signed = { token: string; user: { _id: string } }

const send = async <T>(origin: string, path: string, body: object, token?: string): Promise<T> => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) }
  const response = await fetch(`${origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

const signIn = (origin: string, role: Role): Promise<Signed> =>
  send<Signed>(origin, '/auth/login', { email: accounts[role].email, password })

const contextOf = (browser: Browser, size: Size): Promise<BrowserContext> =>
  browser.newContext({
    serviceWorkers: 'block',
    viewport: sizes[size],
    hasTouch: size === 'phone',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
  })

const watchedPage = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage()
  await watch(page)
  return page
}

/** Returns a function that switches the page to the slow line, and back. */
const lineOf = async (context: BrowserContext, page: Page) => {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  return async (slow: boolean): Promise<void> => {
    const conditions = slow && isSlow ? line : { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
    await session.send('Network.emulateNetworkConditions', conditions)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slow && isSlow ? slowerProcessor : 1 })
  }
}

const resultsOf = (what: string, { firstRow, text, shift, sources }: Chrome, rowLimit: number | undefined): Result[] => {
  if (shift > shiftLimit) console.error(`${what} moves:\n  ${sources.join('\n  ')}`)
  const row = { unit: 'px', measured: firstRow ?? Number.POSITIVE_INFINITY, note: text }
  return [
    ...(rowLimit === undefined ? [] : [{ what: `first row of ${what}`, ...row, atMost: rowLimit }]),
    { what: `layout shift of ${what}`, unit: '', measured: shift, atMost: shiftLimit },
  ]
}

/** Signs in as for the first time, with banners that were never seen, and measures the page that follows. */
const measureSignIn = async (browser: Browser, origin: string, role: Role, size: Size): Promise<Result[]> => {
  const context = await contextOf(browser, size)
  try {
    const page = await watchedPage(context)
    const setLine = await lineOf(context, page)
    await page.goto(`${origin}/login`)
    await untilLoaded(page)
    await setLine(true)
    await page.getByLabel('Email').fill(accounts[role].email)
    await page.getByLabel(/^Password/).fill(password)
    await page.evaluate('layoutShift = 0; shiftSources = []')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL((url) => url.pathname !== '/login')
    return resultsOf(`the first visit, ${role}, ${sizes[size].width} px`, await chromeOf(page), undefined)
  } finally {
    await context.close()
  }
}

/** Keeps a document on the device of a student, for the list of kept books. */
const keepBook = async (page: Page, origin: string): Promise<void> => {
  await page.goto(`${origin}/documents`)
  await page
    .getByRole('button', { name: /^Keep "/ })
    .first()
    .click()
  await page
    .getByRole('button', { name: /^Delete "/ })
    .first()
    .waitFor()
}

/** Opens each page of a role twice, since banners are whole when they are seen first, and measures the second time. */
const measureRole = async (browser: Browser, origin: string, role: Role, size: Size): Promise<Result[]> => {
  const { token, user } = await signIn(origin, role)
  const context = await contextOf(browser, size)
  const session = { token, user: JSON.stringify(user), ownDeviceOf: user._id }
  await context.addInitScript((stored) => Object.assign(localStorage, stored), session)
  const results: Result[] = []
  try {
    const page = await watchedPage(context)
    const setLine = await lineOf(context, page)
    const measure = async (path: string, isList: boolean) => {
      await setLine(false)
      await page.goto(origin + path)
      await chromeOf(page)
      await setLine(true)
      await page.goto(origin + path)
      const what = `${path}, ${role}, ${sizes[size].width} px`
      results.push(...resultsOf(what, await chromeOf(page), isList ? firstRowLimit(path, size) : undefined))
    }
    if (role === 'student') await keepBook(page, origin)
    for (const { lists, others } of pagesOf[role]) {
      for (const path of lists) await measure(path, true)
      for (const path of others) await measure(path, false)
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
    args: [withoutAddressBar, '--no-sandbox', '--no-first-run', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const results: Result[] = []
    for (const role of roles)
      for (const size of measuredSizes)
        for (const measure of [measureSignIn, measureRole]) results.push(...(await measure(browser, origin, role, size)))
    return results
  } finally {
    await browser.close()
  }
}

/**
 * Measures where the first row of every list is, and how much of every page moves while it loads: as each role, on a desktop and a
 * phone, with two banners and a marquee, on the first visit and on later ones.
 */
export const measureChrome = async (folder: string): Promise<Result[]> => {
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
