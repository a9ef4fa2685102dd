import type { Browser } from '@playwright/test'
import { expect, expectAccessible, superadmin, test } from './product.ts'

/** What the server sends, in a window of a counter. */
const expectWithoutScripts = async (browser: Browser, origin: string): Promise<void> => {
  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1366, height: 768 } })
  const reader = await plain.newPage()
  await reader.goto(origin)
  await expect(reader.getByRole('heading', { name: 'Welcome to Saraswati Reading Room' })).toBeVisible()
  await expect(reader.getByRole('region', { name: 'Latest Announcements' })).toContainText('परीक्षा सप्ताहNew')
  await expect(reader.getByText('6:00 AM-11:00 PM').first()).toBeVisible()
  await expect(reader.getByText('From ₹900 a month')).toBeInViewport()
  await expect(reader.getByRole('link', { name: 'WhatsApp' })).toBeInViewport()
  await expect(reader.getByRole('heading', { name: 'Fees' }), 'below the picture').toBeInViewport()
  await expect(reader.getByRole('region', { name: 'Fees' })).toContainText('Morning₹900 a month38 seats free today')
  await plain.close()
}

test('shows a visitor the landing page without scripts, and with them the pictures and the sign-in', async ({ product, page, browser }) => {
  const token = await product.tokenOf(superadmin.email)
  const announcement = { title: 'परीक्षा सप्ताह', content: 'Open until midnight' }
  for (const [method, path, body] of [
    ['PUT', '/customization/system-name', { systemName: 'Saraswati Reading Room' }],
    ['PUT', '/customization/landing', { address: '12 Station Road', phone: '+91 98200 12345' }],
    ['PUT', '/customization/hall', { monthlyFee: 900, showFreeSeats: true }],
    ['POST', '/announcement', announcement],
  ] as const)
    expect((await product.call(method, path, token, body)).status).toBeLessThan(300)

  // It has a window of its own, the same at both sizes.
  if (test.info().project.name === 'desktop') await expectWithoutScripts(browser, product.origin)

  await page.goto(product.origin)
  const pictures = page.getByRole('region', { name: 'Pictures' })
  // One size asks for less motion: nothing moves there until it is asked to.
  if (test.info().project.name === 'desktop') await expect(pictures.getByRole('button', { name: 'Play' })).toBeVisible()
  else await pictures.getByRole('button', { name: 'Pause' }).click()
  await pictures.getByRole('button', { name: 'Next image' }).click()
  await expect(pictures.getByText('2 / 5')).toBeVisible()
  await expect(pictures.getByRole('img', { name: 'Book shelves' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Get Started Now' }).click()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Saraswati Reading Room')
})

test('a landing page in English is painted before the app’s scripts are requested, and needs one file of Inter', { tag: '@phone' }, async ({
  product,
  page,
}) => {
  await page.goto(product.origin)
  const requested = () =>
    page.evaluate(() => {
      const [paint] = performance.getEntriesByName('first-paint')
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\.js$/.test(name) && !name.includes('first-paint'))
      return {
        early: scripts.filter(({ startTime }) => !paint || startTime < paint.startTime).map(({ name }) => name),
        all: scripts.length,
      }
    })
  await expect.poll(async () => (await requested()).all).toBeGreaterThan(3)
  expect((await requested()).early).toEqual([])
  await expect(page.getByText('©')).toBeVisible()
  const files = async () => {
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    return page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => /\/(inter-[a-z-]+)-[^/]*\.woff2$/.exec(name)?.[1] ?? []),
    )
  }
  await expect.poll(files).toContain('inter-basic')
  expect(await files()).toEqual(['inter-basic'])
})
