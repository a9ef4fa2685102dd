import { expect, expectAccessible, password, test } from './product.ts'
import { signIn, signOut } from './screens.ts'

const changed = 'another-long-password'

test('a lost password is reset by a link that works once, and changed in the account menu, which ends all other sessions', {
  tag: '@phone',
}, async ({ product, page }) => {
  await product.addPerson('student', 'asha@example.org')
  const link = /http:\S+\/reset#key=\S+/.exec(product.admin('reset', 'asha@example.org'))?.[0] ?? ''
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('New password').fill(changed)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()
  await expectAccessible(page)
  await signIn(page, product.origin, 'asha@example.org')
  await expect(page.getByText('Incorrect email or password')).toBeVisible()
  await signIn(page, product.origin, 'asha@example.org', changed)
  await expect(page).toHaveURL(/\/dashboard$/)
  await signOut(page)
  await page.goto(link)
  await page.getByLabel('New password').fill(changed)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('This link is no longer valid')).toBeVisible()

  await signIn(page, product.origin, 'asha@example.org', changed)
  await expect(page).toHaveURL(/\/dashboard$/)
  const elsewhere = await product.tokenOf('asha@example.org', changed)
  await page.getByRole('button', { name: /^Account/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Where you are signed in' }).click()
  await expect(page.getByRole('dialog').getByText('This device')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Current password').fill(changed)
  await form.getByLabel('New password').fill(password)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText(/Password changed/)).toBeVisible()
  expect((await product.call('GET', '/auth/me', elsewhere)).status).toBe(401)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
