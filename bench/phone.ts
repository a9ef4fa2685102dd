import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { layWire } from '../e2e/wire.ts'
import { findChromium } from '../scripts/chromium.ts'
import { token as superadmin } from './library.ts'
import type { Bench } from './lists.ts'
import { median, type Result } from './measure.ts'
import { args, line, onScreen, slowerProcessor, watchFor } from './pages.ts'

const rounds = 3
const password = 'a-long-enough-password'
const asha = { name: 'Asha Devi', email: 'asha@example.org' }
const binod = { name: 'Binod', email: 'binod@example.org' }

/** The pages of a student, each with a text of its data. */
const pages: Readonly<Record<string, string>> = {
  '/dashboard': 'Read a page a day.',
  '/documents': 'Subject',
  '/chat': binod.name,
  '/profile': asha.email,
  '/notices-tab': 'Closed on Monday',
}
const texts = 'main :not(:has(div, p, li))'

type Signed = { token: string; user: { _id: string } }

const post = async <T>(origin: string, path: string, body: object, token = superadmin): Promise<T> => {
  const isForm = body instanceof FormData
  const headers = { authorization: token, ...(!isForm && { 'content-type': 'application/json' }) }
  const response = await fetch(`${origin}/api${path}`, { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** Two students with a chat, a thought and a notice. Returns Asha. */
const fill = async (origin: string): Promise<Signed> => {
  for (const person of [asha, binod]) await post(origin, '/user', { ...person, password, role: 'student' })
  await post(origin, '/thought', { thought: pages['/dashboard'], author: 'Meera' })
  const notice = new FormData()
  for (const [name, value] of Object.entries({ title: pages['/notices-tab'] ?? '', content: 'For repairs.', type: 'tab' }))
    notice.append(name, value)
  await post(origin, '/notice', notice)
  const [me, other] = [
    await post<Signed>(origin, '/auth/login', { email: asha.email, password }),
    await post<Signed>(origin, '/auth/login', { email: binod.email, password }),
  ]
  const chat = await post<{ _id: string }>(origin, '/chat/conversations/private', { userId: me.user._id }, other.token)
  await post(origin, `/chat/conversations/${chat._id}/messages`, { content: 'Seat 12 is free.' }, other.token)
  return me
}

const contextOf = async (browser: Browser, signed: Signed): Promise<BrowserContext> => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  await context.addInitScript(({ token, user }) => {
    localStorage.setItem('token', token)
    localStorage.setItem('user', JSON.stringify(user))
  }, signed)
  return context
}

const throttle = async (page: Page, isSlow: boolean): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor })
  if (!isSlow) return
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)
}

const open = async (context: BrowserContext, origin: string, path: string): Promise<{ page: Page; seenAt: number }> => {
  const page = await context.newPage()
  await throttle(page, false)
  await watchFor(page, texts, pages[path])
  await page.goto(origin + path)
  try {
    return { page, seenAt: await onScreen(page) }
  } catch (error) {
    throw new Error(`${path} did not show its data.`, { cause: error })
  }
}

const isInstalled = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(`(async () => navigator.serviceWorker.controller !== null && (await caches.match('/dashboard')) !== undefined)()`)

/** Visits all pages with a network, until the service worker serves them. */
const install = async (context: BrowserContext, origin: string): Promise<void> => {
  for (let visit = 0; visit < 2; visit++) {
    for (const path of Object.keys(pages)) {
      const { page } = await open(context, origin, path)
      await page.waitForLoadState('networkidle')
      for (let tries = 0; visit === 1 && !(await isInstalled(page)); tries++) {
        if (tries === 150) throw new Error('The service worker was not installed.')
        await wait(200)
      }
      await page.close()
    }
  }
}

const measureOffline = async (browser: Browser, origin: string, signed: Signed): Promise<Result[]> => {
  const context = await contextOf(browser, signed)
  // A cut wire refuses connections at once, as a phone without a network does, and also those of the service worker.
  const wire = await layWire(origin)
  await install(context, wire.origin)
  wire.cut()
  const results: Result[] = []
  for (const path of Object.keys(pages)) {
    const seen: number[] = []
    for (let round = 0; round < rounds; round++) {
      const { page, seenAt } = await open(context, wire.origin, path)
      seen.push(seenAt / 1_000)
      await page.close()
    }
    results.push({ what: `${path} without a network, data is shown`, unit: 's', measured: median(seen) })
  }
  await context.close()
  wire.stop()
  return results
}

/** A photo by the path in `BENCH_PHOTO`, or one of 12 million pixels. */
const photo = async (): Promise<Buffer> => {
  if (process.env.BENCH_PHOTO) return readFileSync(process.env.BENCH_PHOTO)
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const coarse = sharp({ create: { width: 200, height: 150, channels: 3, background: '#808080', noise } })
  return sharp(await coarse.png().toBuffer())
    .resize(4_000, 3_000)
    .jpeg({ quality: 90 })
    .toBuffer()
}

/**
 * Sends a photo in a chat, with a caption of five letters that is written in 1.5 seconds. Returns the bytes of the upload, and the
 * time until the sender sees the own picture.
 */
const sendPhoto = async (page: Page, buffer: Buffer): Promise<{ bytes: number; shown: number }> => {
  await page.locator('[data-conversation]').first().click()
  await throttle(page, true)
  await page.locator('input[type=file]').setInputFiles({ name: 'board.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('textbox', { name: 'Caption (optional)' }).pressSequentially('Board', { delay: 300 })
  const isUpload = (url: string, method: string) => method === 'POST' && url.includes('/attachments')
  const uploaded = page.waitForEvent('requestfinished', {
    predicate: (request) => isUpload(request.url(), request.method()),
    timeout: 120_000,
  })
  const before = Date.now()
  await page.keyboard.press('Enter')
  await page
    .getByRole('log')
    .getByRole('button', { name: /^Open the picture/ })
    .locator('img')
    .first()
    .waitFor()
  const shown = Date.now() - before
  const request = await uploaded
  const bytes = Number((await request.allHeaders())['content-length']) + (await request.sizes()).requestHeadersSize
  return { bytes, shown }
}

const measurePhoto = async (browser: Browser, origin: string, signed: Signed): Promise<Result[]> => {
  const buffer = await photo()
  const context = await contextOf(browser, signed)
  const { page } = await open(context, origin, '/chat')
  const { bytes, shown } = await sendPhoto(page, buffer)
  await context.close()
  const what = `a photo of ${Math.round(buffer.length / 1_024)} KB in chat`
  return [
    { what: `${what}, sent`, unit: 'KB', measured: bytes / 1_024, atMost: 200 },
    { what: `${what}, until the sender sees it, 400 kbit/s`, unit: 's', measured: shown / 1_000 },
  ]
}

/** Measures a student's phone with a processor four times slower: its pages without a network, and a photo sent in chat. */
export const measurePhone = async ({ carrel: { origin } }: Bench): Promise<Result[]> => {
  const browser = await chromium.launch({ executablePath: await findChromium(), args })
  try {
    const signed = await fill(origin)
    return [...(await measureOffline(browser, origin, signed)), ...(await measurePhoto(browser, origin, signed))]
  } finally {
    await browser.close()
  }
}
