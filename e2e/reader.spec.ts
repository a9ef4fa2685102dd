import { goToPage, openBook, pages, prepare } from './longBook.ts'
import { expect, expectAccessible, test } from './product.ts'
import { expectShown } from './screens.ts'

test('a long book: opened at a page, searched, leafed through by thumbnails, and not to be saved or printed', { tag: '@desktop' }, async ({
  product,
  page,
}) => {
  test.slow()
  await prepare(product)
  await openBook(page, product)
  await expectShown(page, 1, 'Light on page 1')

  await test.step('opens a page by its address without changing the reading position of the person who only looks', async () => {
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

  await test.step('prevents saving, printing and the context menu, but not copying', async () => {
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

  await test.step('finds words through the whole book, marks them on the page, and steps through them by Enter', async () => {
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

  await test.step('opens pages from thumbnails, by pointer and by keys', async () => {
    await goToPage(page, 1)
    await page.getByRole('button', { name: 'Show pages, contents and notes' }).click()
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
})
