import type { Browser, CDPSession, Page } from '@playwright/test'
import { pdf } from '#server/testing/pdf.ts'
import { bind } from '../scripts/books.ts'
import { expect, expectAccessible, type Product, test } from './product.ts'
import { enter, expectShown, openDocument } from './screens.ts'

const pages = 352
/** Its content fills whole ranges of the file, so that no other page loads it. */
const heavyPage = 310
const filling = Array.from({ length: 100 }, () => 'Nothing of note '.repeat(45))
const book = pdf({
  pages,
  title: 'A long book',
  lines: (page) => [
    `Light on page ${page}`,
    page % 100 === 0 ? 'Here stands a RARE word, and rare it is' : 'Nothing of note',
    ...(page === heavyPage ? filling : []),
  ],
})

const openBook = async (page: Page, product: Product): Promise<void> => {
  await enter(page, product, 'asha@example.org', '/documents')
  await page.getByPlaceholder('Search documents and categories...').fill('long')
  await expect(page.getByText('Found 1 document matching "long"')).toBeVisible()
  await page.getByRole('button', { name: 'A long book', exact: true }).click()
}

const askForPage = async (page: Page, number: number): Promise<void> => {
  await page.getByRole('textbox', { name: 'Page' }).fill(String(number))
  await page.keyboard.press('Enter')
}

const goToPage = async (page: Page, number: number): Promise<void> => {
  await askForPage(page, number)
  await expectShown(page, number, `Light on page ${number}`)
}

/** Another device of the same person. */
const onAnotherDevice = async (browser: Browser, page: Page, use: (other: Page) => Promise<void>): Promise<void> => {
  const context = await browser.newContext({ viewport: page.viewportSize() })
  try {
    await use(await context.newPage())
  } finally {
    await context.close()
  }
}

const rotate = async (page: Page, number: number): Promise<void> => {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await page.setViewportSize({ width: height, height: width })
  const sheet = page.getByRole('group', { name: new RegExp(`^Page ${number} of`) })
  await expect.poll(async () => (await sheet.boundingBox())?.width, { message: 'the page fits the rotated window' }).toBe(height - 24)
  await expect(page.getByRole('textbox', { name: 'Page' })).toHaveValue(String(number))
}

type Finger = { x: number; y: number }

/** Touches the screen of a phone. */
const fingersOn = async (page: Page) => {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 })
  const put = (type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: Finger[], timestamp = Date.now() / 1_000) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: fingers.map((finger, id) => ({ ...finger, id })), timestamp })
  const spread = async ({ x, y }: Finger, from: number, to: number): Promise<void> => {
    const apart = (by: number) => [-1, 1].map((side) => ({ x, y: y + (side * by) / 2 }))
    await put('touchStart', apart(from))
    for (let step = 1; step <= 12; step += 1) await put('touchMove', apart(from + ((to - from) * step) / 12))
    await put('touchEnd', [])
  }
  // Timestamps keep the two taps together on a busy machine.
  const tapTwice = async (at: Finger): Promise<void> => {
    const began = Date.now() / 1_000
    for (const tap of [0, 0.15]) {
      await put('touchStart', [at], began + tap)
      await put('touchEnd', [], began + tap + 0.05)
    }
  }
  return { spread, tapTwice }
}

const prepare = async (product: Product): Promise<void> => {
  await product.addPerson('student', 'asha@example.org')
  await product.addDocument('A long book', book)
}

test('keeps a long book readable offline for a while, rotates and zooms it, and continues at page 40 on another device', {
  tag: '@phone',
}, async ({ product, page, browser }) => {
  test.slow()
  await prepare(product)
  await openBook(page, product)
  await expectShown(page, 1, 'Light on page 1')
  await expect(page.getByText('Continued from page')).toBeHidden()

  await goToPage(page, 40)

  await test.step('lose the network and come back', async () => {
    await page.context().setOffline(true)
    await askForPage(page, heavyPage)
    await expect(page.getByText('Waiting for the network')).toBeVisible()
    await expectAccessible(page)
    await goToPage(page, 40)
    await askForPage(page, heavyPage)
    await page.context().setOffline(false)
    await expectShown(page, heavyPage, `Light on page ${heavyPage}`)
    await expect(page.getByText('Waiting for the network')).toBeHidden()
  })

  await test.step('keep the page when rotating', async () => {
    for (let time = 0; time < 4; time += 1) await rotate(page, heavyPage)
  })

  await test.step('zoom by pinch and double tap', async () => {
    // After a rotation the position is saved later.
    const saved = page.waitForResponse((response) => response.ok() && response.request().postData() === '{"page":40}')
    await goToPage(page, 40)
    await saved
    const fingers = await fingersOn(page)
    const sheet = page.getByRole('group', { name: /^Page 40 of/ })
    const at = { x: 180, y: 300 }
    const box = async () => (await sheet.boundingBox()) ?? { y: 0, width: 0, height: 1 }
    const share = async () => (at.y - (await box()).y) / (await box()).height
    const before = await share()
    await fingers.spread(at, 60, 180)
    await expect.poll(async () => (await box()).width).toBe(3 * 336)
    expect(await share(), 'the point between the fingers').toBeCloseTo(before, 2)
    await fingers.spread(at, 180, 60)
    await expect.poll(async () => (await box()).width).toBe(336)
    await fingers.tapTwice(at)
    await expect.poll(async () => (await box()).width).toBe(2.5 * 336)
    expect(await page.locator('canvas').count(), 'canvases alive').toBeLessThanOrEqual(6)
    await fingers.tapTwice(at)
    await expect.poll(async () => (await box()).width).toBe(336)
  })

  await page.getByRole('button', { name: 'Close document' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  await onAnotherDevice(browser, page, async (other) => {
    await openBook(other, product)
    // It disappears after a while, but not under the pointer.
    await other.getByText('Continued from page 40').hover()
    await expectShown(other, 40, 'Light on page 40')
    await expectAccessible(other)
    expect(await other.locator('canvas').count(), 'canvases alive').toBeLessThanOrEqual(6)
    await other.getByRole('button', { name: 'Go to the beginning' }).click()
    await expectShown(other, 1, 'Light on page 1')
    await expect(other.getByText('Continued from page 40')).toBeHidden()
  })
})

test('opens a page by its address without changing the reading position of the person who only looks', { tag: '@desktop' }, async ({
  product,
  page,
}) => {
  await prepare(product)
  await openBook(page, product)
  await expectShown(page, 1, 'Light on page 1')
  await goToPage(page, 40)
  await page.getByRole('button', { name: 'Close document' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const { body } = await product.call('GET', '/document', await product.tokenOf('asha@example.org'))
  const address = `${product.origin}/documents?document=${(body as { items?: { _id: string }[] }).items?.[0]?._id}`
  await page.goto(`${address}&page=200`)
  await expectShown(page, 200, 'Light on page 200')
  await expect(page.getByText('Continued from page')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${product.origin}/documents`)
  await page.goto(address)
  await expect(page.getByText('Continued from page 40')).toBeVisible()
})

test('finds words through the whole book, marks them on the page, and steps through them by Enter', { tag: '@desktop' }, async ({
  product,
  page,
}) => {
  await prepare(product)
  await openBook(page, product)
  await expectShown(page, 1, 'Light on page 1')
  await page.keyboard.press('Control+f')
  const field = page.getByRole('textbox', { name: 'Find in document' })
  await expect(field).toBeFocused()
  await field.fill('rARE')
  await expect(page.getByText('1 of 6', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expectShown(page, 100, 'Light on page 100')
  await expect(page.locator('.reader-found')).toHaveCount(2)
  await expect(page.locator('.reader-found[data-current]')).toBeInViewport()
  await expectAccessible(page)
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Enter')
  await expect(page.getByText('3 of 6', { exact: true })).toBeVisible()
  await expectShown(page, 200, 'Light on page 200')
  await page.keyboard.press('Shift+Enter')
  await expect(page.getByText('2 of 6', { exact: true })).toBeVisible()
  await expectShown(page, 100, 'Light on page 100')
  await field.fill('zebra')
  await expect(page.getByText('No matches')).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Pages of A long book' })).toBeFocused()
})

test('finds Hindi in a book whose file has its glyphs in visual order', { tag: '@desktop' }, async ({ product, page }) => {
  const topics = ['संधि', 'समास', 'वाक्य की रचना']
  await product.addPerson('student', 'asha@example.org')
  await product.addDocument('Hindi', await bind({ title: 'हिन्दी व्याकरण', pages: 12, topics, language: 'hi' }))
  await enter(page, product, 'asha@example.org', '/documents')
  await openDocument(page, 'Hindi')
  await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible()
  await page.keyboard.press('Control+f')
  await page.keyboard.insertText('लिखिए')
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible({ timeout: 30_000 })
  await expect(page.locator('.reader-found[data-current]')).toBeInViewport()
})

test('opens pages from thumbnails, by pointer and by keys', { tag: '@desktop' }, async ({ product, page }) => {
  await prepare(product)
  await openBook(page, product)
  await expectShown(page, 1, 'Light on page 1')
  await page.getByRole('button', { name: 'Show pages and contents' }).click()
  const panel = page.getByRole('navigation', { name: 'Page thumbnails' })
  await expect(panel.locator('img').first()).toBeVisible()
  expect(await panel.getByRole('button').count(), 'buttons for 352 pages').toBeLessThan(20)
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Go to page 2', exact: true }).click()
  await expect(panel.getByRole('button', { name: 'Go to page 2', exact: true })).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('End')
  await expectShown(page, pages, `Light on page ${pages}`)
  await expect(panel.getByRole('button', { name: `Go to page ${pages}`, exact: true })).toBeVisible()
  expect(await page.locator('canvas').count(), 'canvases alive').toBeLessThanOrEqual(6)
})

test('prevents saving, printing and the context menu, but not copying', { tag: '@desktop' }, async ({ product, page }) => {
  await prepare(product)
  await openBook(page, product)
  await expectShown(page, 1, 'Light on page 1')
  await page.evaluate(`window.kept = {}; for (const type of ['keydown', 'contextmenu'])
    window.addEventListener(type, (event) => setTimeout(() => (window.kept[event.code ?? type] = event.defaultPrevented)), { capture: true })`)
  const isKept = (what: string) => expect.poll(() => page.evaluate(`window.kept.${what}`), { message: what })
  for (const [keys, code] of Object.entries({
    'Control+s': 'KeyS',
    'Control+p': 'KeyP',
    'Control+u': 'KeyU',
    'Control+Shift+I': 'KeyI',
    F12: 'F12',
  })) {
    await page.keyboard.press(keys)
    await isKept(code).toBe(true)
  }
  await page.getByRole('region', { name: 'Pages of A long book' }).click({ button: 'right' })
  await isKept('contextmenu').toBe(true)
  await page.keyboard.press('Control+c')
  await isKept('KeyC').toBe(false)
})

test.describe('on an Android phone', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36' })

  test('offers a simpler way for a PDF that does not open', { tag: '@phone' }, async ({ product, page }) => {
    await prepare(product)
    // A network that corrupts ranges, but not whole files.
    await page.route(/\/api\/document\/[^/]+\/file/, async (route) => {
      const [begin = 0, last = 0] = (await route.request().headerValue('range'))?.match(/\d+/g)?.map(Number) ?? []
      if (begin === 0 && last === book.length - 1) await route.continue()
      else await route.fulfill({ status: 206, body: Buffer.alloc(last - begin + 1) })
    })
    await openBook(page, product)
    await expect(page.getByText('This PDF could not be opened')).toBeVisible({ timeout: 30_000 })
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Load PDF Viewer' }).click()
    await expectShown(page, 1, 'Light on page 1')
    await goToPage(page, 300)
  })
})
