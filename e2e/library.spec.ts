import type { Locator } from '@playwright/test'
import { pdf } from '#server/testing/pdf.ts'
import { picture } from '#server/testing/pictures.ts'
import { expect, expectAccessible, superadmin, test } from './product.ts'
import { enter, goTo } from './screens.ts'

const widthOf = (picture: Locator) => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)

/* What a page test cannot see of the pages that staff manage the library with: colours, pictures that are decoded, the keyboard. */
test('manages categories and documents by keyboard, with pictures, and axe finds nothing in the forms', { tag: '@desktop' }, async ({
  product,
  page,
}) => {
  await product.addDocument('Optics', pdf({ pages: 9 }))
  await product.addDocument('विज्ञान', pdf({ pages: 2 }))
  await enter(page, product, superadmin.email, '/categories')
  const form = page.getByRole('dialog')

  await test.step('a category with a picture, which is shown before and after', async () => {
    await page.getByRole('button', { name: 'Add Category', exact: true }).first().click()
    await form.getByLabel('Name').fill('Science')
    await form.getByLabel('Picture').setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
    await expect(form.getByText('Please select an image file')).toBeVisible()
    await form.getByLabel('Picture').setInputFiles({ name: 'shelf.png', mimeType: 'image/png', buffer: await picture() })
    await expect(form.getByRole('img', { name: 'Preview of shelf.png' })).toBeVisible()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Add Category' }).click()
    await expect(page.getByText('Category "Science" was added.')).toBeVisible()
    const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Edit Science', exact: true }) })
    await expect.poll(() => widthOf(row.last().locator('img').first())).toBe(40)
    await expectAccessible(page)
  })

  await test.step('it moves below another one, and keeps the focus', async () => {
    await page.getByRole('button', { name: 'Edit Science', exact: true }).click()
    await expect(form.getByRole('img', { name: 'Current picture' })).toBeVisible()
    await expectAccessible(page)
    await form.getByLabel('Name').fill('भौतिकी')
    await form.getByLabel('Parent category').selectOption({ label: 'For Optics' })
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('For Optics > भौतिकी')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit भौतिकी' })).toBeFocused()
  })

  await test.step('it is deleted with what is below it', async () => {
    await page.getByRole('button', { name: 'Delete For Optics' }).click()
    await expect(page.getByText('Its 1 subcategory will be deleted too.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('1 category', { exact: true })).toBeFocused()
  })

  await test.step('two documents are moved by keyboard', async () => {
    await goTo(page, 'Documents')
    await page.getByRole('button', { name: 'Expand All' }).click()
    await page.getByRole('button', { name: 'Edit Optics' }).click()
    await form.getByLabel('Title').fill('')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form.getByText('Please enter a document title')).toBeVisible()
    await expectAccessible(page)
    await form.getByLabel('Title').fill('Optics II')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('"Optics II" was saved.')).toBeVisible()
    for (const title of ['Optics II', 'विज्ञान']) {
      await page.getByRole('checkbox', { name: `Select ${title}` }).focus()
      await page.keyboard.press('Space')
    }
    await expect(page.getByRole('region', { name: 'Selected documents' })).toContainText('2 selected')
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const moving = page.getByRole('dialog', { name: 'Move 2 documents' })
    await moving.getByLabel('Category').selectOption({ label: 'For विज्ञान' })
    await expectAccessible(page)
    await moving.getByRole('button', { name: 'Move' }).click()
    await expect(page.getByText('2 documents were moved to For विज्ञान.')).toBeVisible()
  })

  await test.step('a deleted document is in the trash', async () => {
    await page.getByRole('button', { name: 'Delete Optics II' }).click()
    await expectAccessible(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('1 document available')).toBeVisible()
    await expect.poll(() => page.evaluate('document.activeElement === document.body'), 'the keyboard stays in the list').toBe(false)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Deleted documents' }).click()
    await expect(page.getByText('30 days left')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Restore Optics II' }).click()
    await expect(page.getByText('"Optics II" was restored.')).toBeVisible()
  })
})
