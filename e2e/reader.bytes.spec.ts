import type { Browser, Page } from '@playwright/test'
import { book } from './longBook.ts'
import { animationsOver, expect, type Product, test } from './product.ts'
import { enter, expectShown } from './screens.ts'
import { laySlowLine } from './slowLine.ts'

const asha = 'asha@example.org'
/** 400 kbit/s. */
const bytesPerSecond = 50_000

/** Everything that the browser received on its first visit: until the first page could be read, and until pdf.js had drawn it. */
const budget = { read: 375_000, drawn: 945_000 }

/** Notes when a person could read the first page as a picture, and when pdf.js had drawn it. */
const watch = (page: Page): Promise<unknown> =>
  page.addInitScript(`{
    const whenThere = (find, note) => {
      const look = () => (find() ? requestAnimationFrame(() => setTimeout(note)) : requestAnimationFrame(look))
      look()
    }
    const sharp = (image) => image.complete && image.naturalWidth >= 720
    whenThere(() => [...document.querySelectorAll('.reader-sheet')].some(sharp), () => { globalThis.readAt = Date.now() })
    whenThere(() => document.querySelector('[role=group][aria-label^="Page 1 of"] canvas'), () => { globalThis.drawnAt = Date.now() })
  }`)

const timeOf = async (page: Page, name: 'readAt' | 'drawnAt'): Promise<number> => {
  await expect.poll(() => page.evaluate(`globalThis.${name}`), { timeout: 90_000, message: name }).toBeTruthy()
  return page.evaluate<number>(`globalThis.${name}`)
}

const openOnSlowLine = async (browser: Browser, product: Product, id: string) => {
  const line = await laySlowLine(product.origin, bytesPerSecond)
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 })
  try {
    const page = await context.newPage()
    await enter(page, { ...product, origin: line.origin }, asha, '/favicon.svg')
    await page.goto('about:blank')
    await watch(page)
    line.reset()
    await page.goto(`${line.origin}/documents?document=${id}`, { waitUntil: 'commit' })
    const [read, drawn] = [await timeOf(page, 'readAt'), await timeOf(page, 'drawnAt')]
    await expectShown(page, 1, 'Light on page 1')
    return { read: line.receivedUntil(read), drawn: line.receivedUntil(drawn) }
  } finally {
    await context.close()
    line.stop()
  }
}

test('the first page of a long book can be read on a first visit with few bytes', {
  tag: '@phone',
}, async ({ product, browser }) => {
  test.slow()
  await product.addPerson('student', asha, { name: 'Asha Devi' })
  const id = String((await product.sendDocument('A long book', book)).body._id)
  const token = await product.tokenOf(asha)
  // Painted now, so that bytes do not depend on how busy the server is.
  const picture = await fetch(`${product.origin}/api/document/${id}/first-page`, { headers: { authorization: token } })
  expect(picture.status).toBe(200)
  const { read, drawn } = await openOnSlowLine(browser, product, id)
  console.log(`first page read after ${read} bytes, drawn after ${drawn}`)
  expect.soft(read, 'until the first page can be read').toBeLessThanOrEqual(budget.read)
  expect.soft(drawn, 'until pdf.js has drawn it').toBeLessThanOrEqual(budget.drawn)
})

test('what draws a book is fetched after the picture of its first page', { tag: '@phone' }, async ({ product, page }) => {
  await product.addPerson('student', asha, { name: 'Asha Devi' })
  const id = String((await product.sendDocument('A long book', book)).body._id)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const held = Promise.withResolvers<void>()
  await page.route('**/first-page', async (route) => {
    await held.promise
    await route.continue()
  })
  await enter(page, product, asha, `/documents?document=${id}`)
  // The second one is of the reader, which is about to open the file.
  await expect.poll(() => asked.filter((path) => path.endsWith('/progress')).length).toBe(2)
  await expect(page.getByRole('dialog').getByText('Loading document…')).toBeVisible()
  expect(asked.filter((path) => /\/assets\/pdf[.-]|\/file$/.test(path))).toEqual([])
  const drawing = Promise.withResolvers<void>()
  await page.route(/\/assets\/pdf[.-]/, async (route) => {
    await drawing.promise
    await route.continue()
  })
  const message = page.getByRole('dialog').getByText('Loading document…')
  // The dialog itself moves while it opens.
  await page.evaluate(animationsOver)
  const before = await message.boundingBox()
  held.resolve()
  await expect(page.locator('img.reader-sheet[src^="blob:"]')).toBeVisible()
  expect(await message.boundingBox(), 'nothing moves when the picture comes').toEqual(before)
  drawing.resolve()
  await expectShown(page, 1, 'Light on page 1')
})
