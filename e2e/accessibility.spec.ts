import type { Page } from '@playwright/test'
import { goWithin } from '../gallery/goWithin.ts'
import { pdf } from '../src/server/testing/pdf.ts'
import { expect, expectAccessible, hallDay, type Product, superadmin, test } from './product.ts'
import { enter, goTo, signIn } from './screens.ts'

const root = (page: Page) => page.locator('html')
/** Checks the page before the app runs, by blocking its script. */
const expectFirstPaint = async (page: Page, address: string, size: string, attributes: string[]): Promise<void> => {
  const other = await page.context().newPage()
  await other.route(/assets\/index-.*\.js$/, (route) => route.abort())
  await other.goto(address, { waitUntil: 'domcontentloaded' })
  for (const attribute of attributes) await expect(root(other)).toHaveAttribute(attribute)
  expect(await other.evaluate('getComputedStyle(document.documentElement).fontSize')).toBe(size)
  expect(await other.evaluate('document.querySelector("#root").childElementCount')).toBe(0)
  await other.close()
}

const drag = (page: Page, name: string, value: string) => page.getByRole('slider', { name }).fill(value)

const expectLoaded = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Loading…')).toHaveCount(0)
  await expect(page.locator('main .motion-safe\\:animate-pulse')).toHaveCount(0)
}

/** Sets up the device as the settings page would, and opens each page with it. */
const visit = async (page: Page, product: Product, settings: object, paths: string[], look: () => Promise<void>) => {
  const kept = JSON.stringify(settings)
  await page.evaluate(`localStorage.setItem('accessibility', ${JSON.stringify(kept)})`)
  for (const [at, path] of paths.entries()) {
    // The settings are read when the app is loaded.
    await (at === 0 ? page.goto(product.origin + path) : goWithin(page, path))
    await expectLoaded(page)
    await look()
  }
}

/** Pages with a table or a grid. */
const hasColumns = (path: string) => /^\/(users|fees|documents|audit)/.test(path)
const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

test('keeps settings over sign-out and reload, applies them at the first paint, and axe finds nothing in dark and in high contrast', {
  tag: '@desktop',
}, async ({ page, product }) => {
  await product.addPerson('student', 'asha@example.org', { name: 'Asha Devi' })
  await signIn(page, product.origin, 'asha@example.org')
  await goTo(page, 'Accessibility')
  await drag(page, 'Text size', '150')
  await page.getByRole('switch', { name: 'Dark mode' }).check()
  await page.getByRole('switch', { name: 'Reading mode' }).check()
  await expect(root(page)).toHaveCSS('font-size', '24px')
  await expect(page.getByRole('main').locator('> *')).toHaveCSS('max-width', '800px')
  // A keyboard user increases it by one step.
  await page.getByRole('slider', { name: 'Text size' }).press('ArrowRight')
  await expect(root(page)).toHaveCSS('font-size', '25.6px')
  await expectFirstPaint(page, `${product.origin}/accessibility`, '25.6px', ['data-dark', 'data-reading'])
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Dark mode' })).toBeChecked()
  await expectAccessible(page)
  await goTo(page, 'Dashboard')
  await expectLoaded(page)
  await expectAccessible(page)
  await goTo(page, 'Accessibility')
  await expectLoaded(page)
  await page.getByRole('switch', { name: 'High contrast' }).check()
  await expectAccessible(page)
  await page.getByRole('switch', { name: 'Dark mode' }).uncheck()
  await expectAccessible(page)
  await page.getByRole('switch', { name: 'Dark mode' }).check()
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(root(page)).toHaveAttribute('data-dark')
  await expectFirstPaint(page, `${product.origin}/login`, '25.6px', ['data-dark'])
})

test('keeps everything on the page with the largest text, zoom and spacing', async ({ page, product }, { project }) => {
  await product.addDocument('Polity: Notes on the Constitution', pdf())
  await product.addPerson('student', 'asha@example.org', { name: 'Asha Kulkarni', seatNumber: 1, slot: 'morning' })
  const token = await product.tokenOf(superadmin.email)
  const { body } = await product.call('GET', '/user?role=student', token)
  const [{ _id: studentId }] = body.items as unknown as [{ _id: string }]
  const [year, month] = hallDay().split('-').map(Number)
  await product.call('POST', '/user/fees', token, { studentId, kind: 'monthly', month, year, amount: 900, dueOn: hallDay(-1) })
  await enter(page, product, superadmin.email)
  await expect(page).toHaveURL(/\/dashboard$/)
  const largest = { fontSize: 200, zoom: 150, lineHeight: 250, letterSpacing: 5, wordSpacing: 10 }
  const pages = [
    '/dashboard',
    '/documents',
    '/users',
    '/fees',
    '/fees/counter',
    '/fees/receipts',
    '/fees/dues',
    '/fees/month-end',
    '/categories',
    '/upload',
    '/thoughts',
    '/chat',
    '/accessibility',
    '/audit',
  ]
  const keepsWidth = () => expect.poll(() => page.evaluate(sideways), page.url()).toBeLessThanOrEqual(0)
  await visit(page, product, largest, pages, keepsWidth)
  // Without the zoom other columns are shown, which are narrow on a phone.
  if (project.name === 'phone') await visit(page, product, { fontSize: 200 }, pages.filter(hasColumns), keepsWidth)
})
