import { expect, superadmin, test } from './product.ts'
import { enter } from './screens.ts'

test('moves one mark in the switcher by mouse and keyboard, and closes it by one Escape', { tag: '@desktop' }, async ({
  product,
  page,
}) => {
  await enter(page, product, superadmin.email)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  // Where the results will appear: a mouse that rests there marks none.
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await page.mouse.move(width / 2, height / 2)
  await page.keyboard.press('Control+k')
  const marked = page.locator('[role=option][data-focused]')
  await expect(page.getByRole('option', { name: 'Categories' })).toBeVisible()
  await page.getByRole('searchbox').press('ArrowDown')
  await expect(marked).toHaveText(['Dashboard'])
  await page.getByRole('searchbox').hover()
  await page.getByRole('option', { name: 'Manage Users' }).hover()
  await expect(marked).toHaveText(['Manage Users'])
  await page.keyboard.press('ArrowDown')
  await expect(marked).toHaveText(['Categories'])
  await page.keyboard.type('doc')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})
