import { pdf } from '#server/testing/pdf.ts'
import { expect, expectAccessible, superadmin, test } from './product.ts'
import { goTo, signIn } from './screens.ts'

test('every dialog can be used without seeing it, and gives the focus back', async ({ product, page }) => {
  await product.addDocument('Ray Optics', pdf())
  await signIn(page, product.origin, superadmin.email)

  await goTo(page, 'Manage Users')
  const addUser = page.getByRole('button', { name: 'Add User' })
  await addUser.click()
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Create user' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(addUser).toBeFocused()

  await goTo(page, 'Categories')
  await page.getByRole('button', { name: 'Add a subcategory to For Ray Optics' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete For Ray Optics' }).click()
  await expect(page.getByText('1 document will become Uncategorized.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No categories yet')).toBeVisible()

  await goTo(page, 'Upload Document')
  await expect(page.getByText('PDF only, up to 10MB')).toBeVisible()
  await expectAccessible(page)

  await goTo(page, 'Documents')
  await page.getByRole('button', { name: 'Expand All' }).click()
  await page.getByRole('button', { name: 'Delete Ray Optics' }).click()
  await expect(
    page.getByText(
      'Are you sure you want to delete "Ray Optics"? This action cannot be undone and will remove the document from all users\' favorites.',
    ),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No documents found')).toBeVisible()
})
