import type { Page } from '@playwright/test'
import { pdf } from '#server/testing/pdf.ts'
import { expect, expectAccessible, type Product, superadmin, test } from './product.ts'
import { enter, expectShown, goTo, signIn, signOut } from './screens.ts'

const optics = pdf({
  title: 'Optics',
  pages: 9,
  lines: (page) => [page === 7 ? 'A prism parts white light' : `Nothing of note on page ${page}`],
})

const search = (page: Page, typed: string) => page.getByPlaceholder('Search documents and categories...').fill(typed)
const rowsOf = (page: Page, category: string) =>
  page.getByRole('list', { name: `Documents in ${category}`, exact: true }).getByRole('listitem')
const tick = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).check()

const openAll = async (page: Page): Promise<void> => {
  await goTo(page, 'Documents')
  await page.getByRole('button', { name: 'Expand All' }).click()
}

const prepare = async (product: Product): Promise<void> => {
  await product.addPerson('admin', 'arjun@example.org')
  await product.addDocument('Optics', optics)
  await product.addDocument('विज्ञान', pdf({ pages: 2 }))
  await product.addDocument('مقدمة', pdf({ pages: 3 }))
}

/** Waits until covers, pages and texts are read from the documents in the background. */
const read = async (product: Product): Promise<void> => {
  const token = await product.tokenOf(superadmin.email)
  const unread = async () => {
    const { items } = (await product.call('GET', '/document', token)).body as unknown as { items: { pages: number | null }[] }
    return items.filter(({ pages }) => pages === null).length
  }
  await expect.poll(unread, { timeout: 30_000 }).toBe(0)
}

test('retitles and deletes documents, moves two at once as an admin, and restores as a superadmin', { tag: '@desktop' }, async ({
  product,
  page,
}) => {
  test.slow()
  await prepare(product)
  await read(product)
  await enter(page, product, 'arjun@example.org')
  await openAll(page)
  await expect(page.getByText('9 pages ·')).toBeVisible()
  await expectAccessible(page)

  await test.step('change a title', async () => {
    await page.getByRole('button', { name: 'Edit Optics' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Title').fill('')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form.getByText('Please enter a document title')).toBeVisible()
    await expectAccessible(page)
    await form.getByLabel('Title').fill('Optics, second edition')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('"Optics, second edition" was saved.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'View Optics, second edition' })).toBeVisible()
  })

  await test.step('move two at once, by keyboard', async () => {
    await page.getByRole('checkbox', { name: 'Select विज्ञान' }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('checkbox', { name: 'Select مقدمة' }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('region', { name: 'Selected documents' })).toContainText('2 selected')
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Move 2 documents' })
    await form.getByLabel('Category').selectOption({ label: 'For Optics' })
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Move' }).click()
    await expect(page.getByText('2 documents were moved to For Optics.')).toBeVisible()
    await expect(rowsOf(page, 'For Optics')).toHaveCount(3)
    await expect(page.getByRole('region', { name: 'Selected documents' })).toBeHidden()
  })

  await test.step('delete one, and keep the keyboard in the list', async () => {
    await page.getByRole('button', { name: 'Delete Optics, second edition' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('"Optics, second edition" was deleted.')).toBeVisible()
    await expect(rowsOf(page, 'For Optics')).toHaveCount(2)
    await expect(page.getByText('2 documents available')).toBeVisible()
    await expect.poll(() => page.evaluate('document.activeElement === document.body')).toBe(false)
  })

  await test.step('delete the other two at once', async () => {
    await tick(page, 'विज्ञान')
    await tick(page, 'مقدمة')
    await page.getByRole('region', { name: 'Selected documents' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Are you sure you want to delete 2 documents?')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No documents found')).toBeVisible()
    await expect(page.getByRole('button', { name: 'More actions' })).toBeHidden()
    await signOut(page)
  })

  await test.step('restore one as a superadmin', async () => {
    await signIn(page, product.origin, superadmin.email)
    await goTo(page, 'Documents')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Deleted documents' }).click()
    await expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(3)
    await expect(page.getByText('30 days left').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Restore Optics, second edition' }).click()
    await expect(page.getByText('"Optics, second edition" was restored.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(2)
    await page.getByRole('link', { name: 'Back to documents' }).click()
    await page.getByRole('button', { name: 'Expand All' }).click()
    await expect(rowsOf(page, 'For Optics')).toHaveCount(1)
  })
})

test('finds a word inside a document and opens its page', { tag: '@phone' }, async ({ product, page }) => {
  test.slow()
  await product.addPerson('student', 'asha@example.org')
  await product.addDocument('Optics', optics)
  await read(product)
  await enter(page, product, 'asha@example.org')
  await openAll(page)
  await expect(page.getByText('9 pages ·')).toBeVisible()
  const cover = page.locator('main img').first()
  await expect.poll(() => cover.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBeGreaterThan(0)

  await search(page, 'light PRIS')
  await expect(page.getByText('Found 1 document matching "light PRIS"')).toBeVisible()
  const hit = page.getByRole('list', { name: 'Matches inside documents' }).getByRole('listitem')
  await expect(hit).toHaveCount(1)
  await expect(hit).toBeInViewport({ ratio: 1 })
  await expect(hit.locator('mark')).toHaveText(['prism', 'light'])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Optics, page 7' }).click()
  await expectShown(page, 7, 'A prism parts white light')
  await expect(page).toHaveURL(/&page=7/)
  await page.getByRole('button', { name: 'Close document' }).click()
  await expect(page).toHaveURL(/\/documents\?q=light\+PRIS$/)

  await search(page, 'nowhere to be found')
  await expect(page.getByText('No documents found')).toBeVisible()
  await expect(page.getByText('Found 0 documents matching "nowhere to be found"')).toBeVisible()
  await expectAccessible(page)
})
