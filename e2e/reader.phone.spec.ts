import type { CDPSession, Page } from '@playwright/test'
import { bindScans } from '../scripts/scans.ts'
import { askForPage, book, goToPage, heavyPage, openBook, prepare } from './longBook.ts'
import { expect, expectAccessible, test } from './product.ts'
import { expectShown, onAnotherDevice } from './screens.ts'

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
    for (let time = 0; time < 2; time += 1) await rotate(page, heavyPage)
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

/** Follows every canvas that the page makes, also those that are never shown. Returns how many still have memory, and their pixels. */
const followCanvases = async (page: Page): Promise<() => Promise<{ count: number; pixels: number; empty: number }>> => {
  await page.addInitScript(`{
    const made = []
    const create = document.createElement.bind(document)
    document.createElement = (name, options) => {
      const element = create(name, options)
      if (element instanceof HTMLCanvasElement) made.push(new WeakRef(element))
      return element
    }
    const inView = (element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    }
    window.alive = () => {
      const canvases = made.flatMap((ref) => ref.deref() ?? []).filter(({ width, height }) => width * height > 1)
      const sheets = [...document.querySelectorAll('.reader-paper')].filter(inView)
      return {
        count: canvases.length,
        pixels: canvases.reduce((sum, { width, height }) => sum + width * height, 0),
        empty: sheets.filter((sheet) => !sheet.querySelector('canvas')).length,
      }
    }
  }`)
  return () => page.evaluate('alive()')
}

// `npm run bench -- scans` does it 20 and 10 times and measures the memory.
test('holds no more canvases after four pinches and two rotations of a book of scans, shows no blank page, and keeps the place', {
  tag: '@phone',
}, async ({ product, page }) => {
  test.slow()
  await product.addPerson('student', 'asha@example.org')
  await product.addDocument('A long book', await bindScans(12))
  const alive = await followCanvases(page)
  await openBook(page, product)
  await askForPage(page, 6)
  const sheet = page.getByRole('group', { name: /^Page 6 of/ })
  await expect(sheet.locator('canvas')).toBeVisible()
  const fingers = await fingersOn(page)
  const middle = () => ({ x: (page.viewportSize()?.width ?? 0) / 2, y: (page.viewportSize()?.height ?? 0) / 2 })
  const width = async () => (await sheet.boundingBox())?.width
  const settled = async (when: string) => {
    await expect.poll(async () => (await alive()).empty, { message: `blank pages ${when}` }).toBe(0)
    await expect(page.getByRole('textbox', { name: 'Page' })).toHaveValue('6')
    return alive()
  }
  const before = await settled('at first')
  let wide = 336
  for (let round = 0; round < 2; round += 1) {
    await fingers.spread(middle(), 60, 180)
    await expect.poll(width).toBe(3 * wide)
    await settled('when magnified')
    await fingers.spread(middle(), 180, 60)
    await expect.poll(width).toBe(wide)
    await rotate(page, 6)
    wide = (await width()) ?? 0
    await settled('when rotated')
  }
  const after = await settled('at last')
  expect(after.count).toBeLessThanOrEqual(before.count)
  expect(after.pixels).toBeLessThanOrEqual(before.pixels)
})

test.describe('on an Android phone', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36' })

  test('offers a simpler way for a PDF that does not open, and for one of which no page can be painted', { tag: '@phone' }, async ({
    product,
    page,
  }) => {
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

    await page.unroute(/\/api\/document\/[^/]+\/file/)
    await page.evaluate('window.getContext = HTMLCanvasElement.prototype.getContext; HTMLCanvasElement.prototype.getContext = () => null')
    await page.getByRole('button', { name: 'Close document' }).click()
    await page.getByRole('button', { name: 'A long book', exact: true }).first().click()
    await expect(page.getByText('This PDF could not be opened')).toBeVisible()
    await page.evaluate('HTMLCanvasElement.prototype.getContext = window.getContext')
    await page.getByRole('button', { name: 'Load PDF Viewer' }).click()
    await expectShown(page, 300, 'Light on page 300')
  })
})
