import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium, withoutAddressBar } from '../scripts/chromium.ts'
import { fillHall } from './fullHall.ts'
import { fillLibrary, token } from './library.ts'
import type { Bench } from './lists.ts'
import { median, type Result } from './measure.ts'
import type { Running } from './processes.ts'

/** A cheap phone on a slow connection. */
export const line = { offline: false, latency: 150, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }
export const slowerProcessor = 4
const rounds = 3

export const args = [
  withoutAddressBar,
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
]

type Opening = {
  what: string
  path: string
  /** The longest acceptable time in seconds. */
  target: number
  signedIn?: boolean
  /** The page was opened before, so that its files are in the browser's cache. */
  warm?: boolean
  /** The element that a person waits for; if it is missing, the first paint is measured. */
  until?: string
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

declare global {
  /** The time at which that element was visible on screen. */
  var seenAt: number | undefined
}

/**
 * Waits until the element is on screen. The page itself checks at every change: Playwright's own waiting runs on the slowed
 * processor too, and reports half a second more.
 */
export const onScreen = async (page: Page): Promise<number> => {
  for (let tries = 0; tries < 300; tries++) {
    const seenAt = await page.evaluate(() => globalThis.seenAt).catch(() => undefined)
    if (seenAt !== undefined) return seenAt
    await wait(200)
  }
  throw new Error('The page never came.')
}

/**
 * Checks in each frame, because a page can be invisible until its banners are known (BannerRoom.tsx), and notes the time after the
 * frame that paints an element with this text.
 */
export const watchFor = (page: Page, selector: string, text = ''): Promise<unknown> =>
  page.addInitScript(`{
    const isSeen = (element) => {
      if (!element.textContent.includes(${JSON.stringify(text)})) return false
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
      const { top, bottom, left, right } = element.getBoundingClientRect()
      return bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth
    }
    const look = () => {
      if (![...document.querySelectorAll(${JSON.stringify(selector)})].some(isSeen)) return requestAnimationFrame(look)
      requestAnimationFrame(() => setTimeout(() => { globalThis.seenAt = performance.now() }))
    }
    requestAnimationFrame(look)
  }`)

const openings: Opening[] = [
  { what: 'landing page, first paint', path: '/', target: 1.5 },
  { what: 'sign-in can be used', path: '/login', target: 4, until: 'button[type=submit]:not([disabled])' },
  { what: 'documents, cold', path: '/documents', target: 5, signedIn: true, until: 'main button[aria-expanded]' },
  { what: 'documents, warm', path: '/documents', target: 1.5, signedIn: true, warm: true, until: 'main button[aria-expanded]' },
  { what: 'seat map, cold', path: '/users?view=seats', target: 5, signedIn: true, until: 'main table[role=grid]' },
  { what: 'chat, cold', path: '/chat', target: 5, signedIn: true, until: '[data-conversation]' },
  { what: 'chat, warm', path: '/chat', target: 1.5, signedIn: true, warm: true, until: '[data-conversation]' },
]

const openOnce = async (browser: Browser, origin: string, user: object, opening: Opening): Promise<number> => {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 360, height: 740 } })
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
    const measure = opening.until === undefined ? firstPaint : onScreen
    if (opening.until !== undefined) await watchFor(page, opening.until)
    if (opening.warm) {
      await page.goto(origin + opening.path)
      await measure(page)
      await page.goto('about:blank')
    }
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', line)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor })
    // Not awaited, because the measured moment precedes the load event.
    void page.goto(origin + opening.path).catch(() => undefined)
    await page.waitForURL(origin + opening.path, { waitUntil: 'commit', timeout: 60_000 })
    return await measure(page)
  } finally {
    await context.close()
  }
}

const measureOpenings = async (origin: string, measured: readonly Opening[]): Promise<Result[]> => {
  const browser = await chromium.launch({ executablePath: await findChromium(), args })
  try {
    const response = await fetch(`${origin}/api/auth/me`, { headers: { authorization: token } })
    const user = (await response.json()) as object
    const results: Result[] = []
    for (const opening of measured) {
      const seen: number[] = []
      for (let round = 0; round < rounds; round++) seen.push(await openOnce(browser, origin, user, opening))
      results.push({ what: `${opening.what}, 400 kbit/s`, unit: 's', measured: median(seen) / 1_000, atMost: opening.target })
    }
    return results
  } finally {
    await browser.close()
  }
}

/**
 * Measures how long a person waits for the pages that are opened first, at 400 kbit/s, 150 ms latency and a processor four times
 * slower.
 */
export const measurePages = ({ carrel: { origin } }: Bench): Promise<Result[]> => measureOpenings(origin, openings)

const fullMap = { path: '/users?view=seats', target: 5, signedIn: true, until: 'main table[role=grid]' }

/** The same for the seat map of a hall with 500 seats and six shifts: with two students on each seat, and with six. */
export const measureFullMap = async (start: (settings: Record<string, string>) => Promise<Running>, folder: string): Promise<Result[]> => {
  const results: Result[] = []
  for (const students of [2, 6]) {
    const dataDir = join(folder, `hall-${students}`)
    await (await start({ DATA_DIR: dataDir })).stop()
    fillLibrary(dataDir, 1)
    const server = await start({ DATA_DIR: dataDir })
    try {
      await fillHall(server.origin, dataDir, students)
      const what = `seat map of 500 seats and 6 shifts with ${students * 500} students, cold`
      results.push(...(await measureOpenings(server.origin, [{ what, ...fullMap }])))
    } finally {
      await server.stop()
    }
  }
  return results
}
