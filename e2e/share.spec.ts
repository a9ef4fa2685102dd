import { expect, password, superadmin, test } from './product.ts'
import { enter, signOut } from './screens.ts'
import { caches, givenWorker, notes, share } from './sharing.ts'

test.use({ serviceWorkers: 'allow' })

test('what is shared before the sign-in waits for it, and is gone after the sign-out, and an administrator uploads it as a document', {
  tag: '@phone',
}, async ({ product, page }) => {
  await product.addPerson('student', 'asha@example.org', { name: 'Asha Devi' })
  await page.goto(`${product.origin}/login`)
  await enter(page, product, 'asha@example.org')
  await givenWorker(page)
  await signOut(page)
  await share(page, [notes])
  await expect(page.getByText('Sign in to send this file')).toBeVisible()
  await expect(page.getByText('notes.pdf')).toBeHidden()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill('asha@example.org')
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('notes.pdf')).toBeVisible()
  expect(await caches(page)).toContain('carrel-shared')
  await page.goto(`${product.origin}/dashboard`)
  await signOut(page)
  await expect.poll(() => caches(page)).not.toContain('carrel-shared')

  await enter(page, product, superadmin.email)
  await share(page, [notes])
  await page.getByRole('button', { name: 'Upload as a document' }).click()
  await expect(page).toHaveURL(/\/upload$/)
  await expect(page.getByRole('textbox', { name: /title/i }).first()).toHaveValue('notes')
})
