import type { Page } from '@playwright/test'
import { picture } from '#server/testing/pictures.ts'
import { expect, expectAccessible, superadmin, test } from './product.ts'
import { enter } from './screens.ts'

const row = (page: Page, name: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Edit ${name}`, exact: true }) })
    .last()

const open = async (page: Page, button: string) => {
  await page.getByRole('button', { name: button, exact: true }).first().click()
  const form = page.getByRole('dialog')
  await expect(form.getByLabel('Name')).toBeVisible()
  return form
}

test('adds a picture to a category, and renames, moves and deletes it', { tag: '@desktop' }, async ({ product, page }) => {
  await enter(page, product, superadmin.email, '/categories')

  await test.step('create it with a picture, which is shown before and after', async () => {
    const form = await open(page, 'Add Category')
    await form.getByLabel('Name').fill('Science')
    await form.getByLabel('Picture').setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
    await expect(form.getByText('Please select an image file')).toBeVisible()
    await form.getByLabel('Picture').setInputFiles({ name: 'shelf.png', mimeType: 'image/png', buffer: await picture() })
    await expect(form.getByRole('img', { name: 'Preview of shelf.png' })).toBeVisible()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Add Category' }).click()
    await expect(page.getByText('Category "Science" was added.')).toBeVisible()
    const shown = row(page, 'Science').locator('img').first()
    await expect.poll(() => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(40)
    await expectAccessible(page)
  })

  await test.step('create others below and beside it', async () => {
    const below = await open(page, 'Add a subcategory to Science')
    await below.getByLabel('Name').fill('Physics')
    await below.getByRole('button', { name: 'Add Category' }).click()
    await expect(page.getByText('Science > Physics')).toBeVisible()
    const beside = await open(page, 'Add Category')
    await beside.getByLabel('Name').fill('Library')
    await beside.getByRole('button', { name: 'Add Category' }).click()
    await expect(page.getByText('3 categories')).toBeVisible()
  })

  await test.step('rename and move it together with what is below it', async () => {
    const form = await open(page, 'Edit Science')
    await expect(form.getByRole('img', { name: 'Current picture' })).toBeVisible()
    await expectAccessible(page)
    await form.getByLabel('Name').fill('विज्ञान')
    await form.getByLabel('Parent category').selectOption({ label: 'Library' })
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Category "विज्ञान" was saved.')).toBeVisible()
    await expect(page.getByText('Library > विज्ञान > Physics')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit विज्ञान' })).toBeFocused()
  })

  await test.step('walk through the tree by arrow keys', async () => {
    await page.getByRole('button', { name: 'Collapse Library' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('button', { name: 'Collapse विज्ञान' })).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('button', { name: 'Expand विज्ञान' })).toBeFocused()
    await expect(page.getByText('Library > विज्ञान > Physics')).toBeHidden()
    await page.keyboard.press('ArrowRight')
  })

  await test.step('delete it with what is below it', async () => {
    await page.getByRole('button', { name: 'Delete विज्ञान' }).click()
    await expect(page.getByText('Its 1 subcategory will be deleted too.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Category "विज्ञान" was deleted.')).toBeVisible()
    await expect(page.getByText('1 category', { exact: true })).toBeFocused()
    await expect(page.getByText('Category "विज्ञान" was deleted.')).toBeHidden({ timeout: 5_000 })
  })
})
