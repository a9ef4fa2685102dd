import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { pdf } from '#server/testing/pdf.ts'
import { bind } from '../scripts/books.ts'
import { expect, expectAccessible, type Product, test } from './product.ts'
import { enter, onAnotherDevice, openDocument } from './screens.ts'

const book = pdf({ pages: 30, title: 'Waves', lines: (page) => [`Light on page ${page}`, 'A wave is not a thing', 'but a motion'] })

const prepare = async (product: Product, file: Buffer | Promise<Buffer> = book): Promise<void> => {
  await product.addPerson('student', 'asha@example.org')
  await product.addDocument('Waves', await file)
}

const open = async (page: Page, product: Product): Promise<void> => {
  await enter(page, product, 'asha@example.org', '/documents')
  await openDocument(page, 'Waves')
  await expect(textOf(page, 1, 'Light on page 1')).toBeAttached()
}

const sheetOf = (page: Page, number: number) => page.getByRole('group', { name: new RegExp(`^Page ${number} of`) })
const textOf = (page: Page, number: number, text: string) => sheetOf(page, number).locator('.reader-text').getByText(text, { exact: true })
const highlights = (page: Page) => page.locator('.mark-box')
const palette = (page: Page) => page.getByRole('toolbar', { name: 'Highlight the selected text' })
const notes = (page: Page) => page.getByRole('navigation', { name: 'Your bookmarks, highlights and notes' })

/** Selects a line with the mouse. */
const drag = async (page: Page, number: number, text: string): Promise<void> => {
  const { x, y, width, height } = (await textOf(page, number, text).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + 1, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.move(x + width - 1, y + height / 2)
  await page.mouse.up()
}

/** Presses a word with the finger until the phone selects it. */
const longPress = async (page: Page, number: number, text: string): Promise<void> => {
  const { x, y, height } = (await textOf(page, number, text).boundingBox()) ?? { x: 0, y: 0, height: 0 }
  const finger = [{ name: 'pointerDown', x: x + 30, y: y + height / 2 }, { name: 'pause', duration: 1_000 }, { name: 'pointerUp' }]
  const sequence = JSON.stringify([{ source: 'touch', actions: finger }])
  await page.evaluate(`new Promise((done) => chrome.gpuBenchmarking.pointerActionSequence(${sequence}, done))`)
  await expect(palette(page)).toBeVisible()
}

const marksCode = /\/marksCod-/
/** Whether the code for marks was loaded. */
const followCode = (page: Page): (() => boolean) => {
  let isLoaded = false
  page.on('request', (request) => {
    isLoaded ||= marksCode.test(request.url())
  })
  return () => isLoaded
}

test('highlights, bookmarks and notes are made on the page, listed, deleted and brought back, and on a phone without a network', async ({
  product,
  page,
  browser,
}, info) => {
  test.slow()
  const isPhone = info.project.name === 'phone'
  await prepare(product)
  const isLoaded = followCode(page)
  await open(page, product)
  await page.waitForLoadState('networkidle')
  expect(isLoaded(), 'the code for marks is loaded for a book without any').toBe(false)

  await test.step('highlight by the pointer or the finger, with a note', async () => {
    if (isPhone) await longPress(page, 1, 'A wave is not a thing')
    else await drag(page, 1, 'A wave is not a thing')
    await expect(palette(page)).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
    await palette(page).getByRole('button', { name: 'Highlight in green' }).click()
    await expect(highlights(page)).toHaveAttribute('data-color', 'green')
    await expect(palette(page)).toBeHidden()
    const box = (await highlights(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await page.getByRole('toolbar', { name: 'Change the highlight' }).getByRole('button', { name: 'Note' }).click()
    await page.getByRole('textbox', { name: 'Note' }).fill('परीक्षा के लिए')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(notes(page).getByText('परीक्षा के लिए')).toBeVisible()
    await page.getByRole('button', { name: 'Hide pages, contents and notes' }).click()
  })

  await test.step('bookmark a page by one press', async () => {
    await page.getByRole('textbox', { name: 'Page' }).fill('20')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Bookmark page 20' }).click()
    await expect(page.getByRole('button', { name: 'Bookmark page 20' })).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('list them by page, and go to their places', async () => {
    await page.getByRole('button', { name: 'Show pages, contents and notes' }).click()
    await expect(notes(page).getByRole('heading')).toHaveText(['Page 1', 'Page 20'])
    await expectAccessible(page)
    await notes(page)
      .getByRole('button', { name: /wave|परीक्षा/i })
      .first()
      .click()
    await expect(highlights(page)).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Bookmark page 1', exact: true })).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('delete and undo', async () => {
    if (await page.getByRole('button', { name: 'Show pages, contents and notes' }).isVisible())
      await page.getByRole('button', { name: 'Show pages, contents and notes' }).click()
    await notes(page).getByRole('button', { name: 'Delete highlight on page 1' }).click()
    await expect(highlights(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(highlights(page)).toHaveAttribute('data-color', 'green')
  })

  await test.step('export as text', async () => {
    await page.getByRole('button', { name: 'Export notes' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Notes of this document' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('Notes on Waves.md')
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toMatch(/^# Waves\n\n## Page 1\n\n> .*\n\nपरीक्षा के लिए\n\n## Page 20\n\nBookmark\n$/)
  })

  if (isPhone)
    await test.step('a mark that is made without a network outlives the open book, and is sent when it is back', async () => {
      const token = await product.tokenOf('asha@example.org')
      const { body } = await product.call('GET', '/document', token)
      const id = (body as { items?: { _id: string }[] }).items?.[0]?._id
      const count = async () => ((await product.call('GET', `/document/${id}/marks`, token)).body as { items?: object[] }).items?.length
      await expect.poll(count).toBe(2)
      await page.getByRole('button', { name: 'Hide pages, contents and notes' }).click()
      await page.context().setOffline(true)
      await longPress(page, 1, 'but a motion')
      await palette(page).getByRole('button', { name: 'Highlight in pink' }).click()
      await expect(highlights(page)).toHaveCount(2)
      await page.getByRole('button', { name: 'Close document' }).click()
      expect(await count()).toBe(2)
      await page.context().setOffline(false)
      await expect.poll(count, { timeout: 60_000 }).toBe(3)
    })

  if (isPhone)
    await onAnotherDevice(browser, page, async (other) => {
      await open(other, product)
      const green = highlights(other).and(other.locator('[data-color=green]'))
      const box = async () => {
        const [mark, line] = [await green.boundingBox(), await textOf(other, 1, 'A wave is not a thing').boundingBox()]
        return {
          isOver:
            mark &&
            line &&
            Math.abs(mark.x - line.x) < line.width &&
            Math.abs(mark.y + mark.height - line.y - line.height) < line.height / 2,
        }
      }
      await expect(green).toBeVisible()
      await expect(highlights(other).and(other.locator('[data-color=pink]'))).toBeVisible()
      expect(await box()).toEqual({ isOver: true })
      await other.keyboard.press('+')
      await expect(textOf(other, 1, 'A wave is not a thing')).toBeAttached()
      expect(await box(), 'after zooming').toEqual({ isOver: true })
    })
})

test('Hindi is found though a file has its glyphs in visual order, and selected, highlighted and given a note by keys alone', {
  tag: '@desktop',
}, async ({ product, page }) => {
  const topics = ['संधि', 'समास', 'वाक्य की रचना']
  await product.addPerson('student', 'asha@example.org')
  await product.addDocument('Waves', await bind({ title: 'हिन्दी व्याकरण', pages: 6, topics, language: 'hi' }))
  await enter(page, product, 'asha@example.org', '/documents')
  await openDocument(page, 'Waves')
  await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible()
  await page.keyboard.press('Control+f')
  await page.keyboard.insertText('लिखिए')
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible({ timeout: 30_000 })
  await expect(page.locator('.reader-found[data-current]')).toBeInViewport()
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Page' }).fill('2')
  await page.keyboard.press('Enter')
  await expect(sheetOf(page, 2).locator('.reader-text span').first()).toBeAttached()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(palette(page)).toBeVisible()
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(`Shift+${key}`)
  await page.keyboard.press('Enter')
  await expect(palette(page).getByRole('button', { name: 'Highlight in yellow' })).toBeFocused()
  const selected = await page.evaluate('getSelection().toString()')
  expect(String(selected)).toMatch(/\p{Script=Devanagari}/u)
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowRight')
  await expect(palette(page).getByRole('button', { name: 'Highlight and add a note' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await page.keyboard.insertText('याद रखना')
  await page.keyboard.press('Control+Enter')
  await expect(notes(page).getByText('याद रखना')).toBeVisible()
  await expect(highlights(page).first()).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeVisible()
})
