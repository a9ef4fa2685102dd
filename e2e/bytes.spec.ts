import type { CDPSession, Page } from '@playwright/test'
import { pageBudgets } from '../scripts/pageBudgets.ts'
import { expect, test } from './product.ts'
import { enter } from './screens.ts'

const asha = 'asha@example.org'
/** Nothing is loaded for so long (ms) before a page counts as complete: code for later is fetched once the page is drawn. */
const quietMs = 2_000

/** Counts the bytes that this page loads, as they are sent. */
const count = async (session: CDPSession) => {
  await session.send('Network.enable')
  const open = new Set<string>()
  let [bytes, last] = [0, Date.now()]
  const note = (change: () => void) => {
    change()
    last = Date.now()
  }
  session.on('Network.requestWillBeSent', ({ requestId }) => note(() => open.add(requestId)))
  session.on('Network.loadingFailed', ({ requestId }) => note(() => open.delete(requestId)))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    note(() => {
      open.delete(requestId)
      bytes += encodedDataLength
    }),
  )
  return { isQuiet: () => open.size === 0 && Date.now() - last > quietMs, bytes: () => bytes }
}

const load = async (page: Page, address: string): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  const counted = await count(session)
  await page.goto(address)
  await expect(page.getByRole('main')).toBeVisible()
  await expect.poll(counted.isQuiet, { timeout: 60_000 }).toBe(true)
  await session.detach()
  return counted.bytes()
}

test('the pages of a student load no more than their budgets, cold and warm', { tag: '@phone' }, async ({ product, browser }) => {
  test.slow()
  await product.addPerson('student', asha, { name: 'Asha Devi' })
  for (const [path, { cold, warm }] of Object.entries(pageBudgets)) {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
    const page = await context.newPage()
    await enter(page, product, asha, '/favicon.svg')
    const loaded = { cold: await load(page, product.origin + path), warm: await load(page, product.origin + path) }
    expect.soft(loaded.cold, `${path}, cold`).toBeLessThanOrEqual(cold)
    expect.soft(loaded.warm, `${path}, warm`).toBeLessThanOrEqual(warm)
    await context.close()
  }
})
