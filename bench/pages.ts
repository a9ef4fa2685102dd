import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import { token } from './library.ts'
import type { Bench } from './lists.ts'
import { median, type Result } from './measure.ts'

/** A cheap phone on a bad line. */
const line = { offline: false, latency: 150, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }
const slowerProcessor = 4
const rounds = 3

const args = ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--no-first-run']

type Opening = {
  what: string
  path: string
  /** Seconds that it may take. */
  target: number
  signedIn?: boolean
  /** The page was opened before, so that its files are in the browser's cache. */
  warm?: boolean
  /** Milliseconds from the start of the navigation. */
  measure: (page: Page) => Promise<number>
}

const firstPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const paint = list.getEntriesByName('first-contentful-paint')[0]
          if (paint) resolve(paint.startTime)
        }).observe({ type: 'paint' as never, buffered: true })
      }),
  )

/** Until something that a person waits for is on screen. */
const until =
  (selector: string) =>
  async (page: Page): Promise<number> => {
    await page.locator(selector).first().waitFor({ timeout: 60_000 })
    return page.evaluate(() => performance.now())
  }

const openings: Opening[] = [
  { what: 'landing page, first paint', path: '/', target: 1.5, measure: firstPaint },
  { what: 'sign-in can be used', path: '/login', target: 4, measure: until('button[type=submit]:not([disabled])') },
  { what: 'documents, cold', path: '/documents', target: 5, signedIn: true, measure: until('main button[aria-expanded]') },
  { what: 'documents, warm', path: '/documents', target: 1.5, signedIn: true, warm: true, measure: until('main button[aria-expanded]') },
  { what: 'seat map, cold', path: '/users?view=seats', target: 5, signedIn: true, measure: until('main table[role=grid]') },
]

const openOnce = async (browser: Browser, origin: string, user: object, opening: Opening): Promise<number> => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  try {
    if (opening.signedIn)
      await context.addInitScript(
        (stored) => {
          localStorage.setItem('token', stored.token)
          localStorage.setItem('user', JSON.stringify(stored.user))
        },
        { token, user },
      )
    const page = await context.newPage()
    if (opening.warm) {
      await page.goto(origin + opening.path)
      await opening.measure(page)
      await page.goto('about:blank')
    }
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', line)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor })
    // Not awaited: what is measured comes before the page has loaded whole.
    void page.goto(origin + opening.path).catch(() => undefined)
    await page.waitForURL(origin + opening.path, { waitUntil: 'commit', timeout: 60_000 })
    return await opening.measure(page)
  } finally {
    await context.close()
  }
}

/** How long a person on a slow line waits for the pages that are opened first: 400 kbit/s, 150 ms, a processor four times slower. */
export const measurePages = async ({ carrel: { origin } }: Bench): Promise<Result[]> => {
  const browser = await chromium.launch({ executablePath: await findChromium(), args })
  try {
    const response = await fetch(`${origin}/api/auth/me`, { headers: { authorization: token } })
    const user = (await response.json()) as object
    const results: Result[] = []
    for (const opening of openings) {
      const seen: number[] = []
      for (let round = 0; round < rounds; round++) seen.push(await openOnce(browser, origin, user, opening))
      results.push({ what: `${opening.what}, 400 kbit/s`, unit: 's', measured: median(seen) / 1_000, atMost: opening.target })
    }
    return results
  } finally {
    await browser.close()
  }
}
