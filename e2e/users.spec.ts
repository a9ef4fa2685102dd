import type { Page } from '@playwright/test'
import { picture } from '#server/testing/pictures.ts'
import { expect, expectAccessible, type Product, password, superadmin, test } from './product.ts'
import { enter, rowOf } from './screens.ts'

const ravi = { name: 'Ravi Kumar', seatNumber: 12, slot: 'morning' }

const openUsers = async (page: Page, product: Product, email: string): Promise<void> => {
  await enter(page, product, email, '/users')
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
}

test('adds, edits and deletes people as a superadmin, and names the holder of a seat', { tag: '@phone' }, async ({ product, page }) => {
  test.slow()
  await product.addPerson('student', 'ravi@example.org', ravi)
  await openUsers(page, product, superadmin.email)
  await expect(page.getByText('2 users')).toBeVisible()
  await expectAccessible(page)
  const form = page.getByRole('dialog')

  await test.step('a taken seat is refused with the holder’s name, and no input is lost', async () => {
    await page.getByRole('button', { name: 'Add User' }).click()
    await form.getByLabel('Name').fill('आशा देवी')
    await form.getByRole('button', { name: /^More/ }).click()
    await form.getByLabel('Email').fill('asha@example.org')
    await form.getByLabel(/^Password/).fill(password)
    await form.getByLabel('Seat number').fill('12')
    await form.getByRole('radio', { name: /^Full-day .*Ravi Kumar/ }).check()
    await form.getByLabel('Profile picture').setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: await picture() })
    await form.getByRole('button', { name: 'Create user' }).click()
    await expect(form.getByText('Seat 12 (morning) is taken by Ravi Kumar')).toBeVisible()
    await expect(form.getByLabel('Name')).toHaveValue('आशा देवी')
    await expectAccessible(page)
  })

  await test.step('the other half is free, and the picture is in the list', async () => {
    await form.getByRole('radio', { name: /^Afternoon .*Free$/ }).check()
    await form.getByRole('button', { name: 'Create user' }).click()
    await expect(page.getByText('User created successfully!')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('3 users')).toBeVisible()
    await expect(rowOf(page, 'आशा देवी').locator('img')).toBeVisible()
    await expect.poll(() => page.evaluate('document.querySelector("td img")?.naturalWidth')).toBeGreaterThan(0)
    await expectAccessible(page)
  })

  await test.step('an email address in use is refused, another is accepted', async () => {
    await page.getByRole('link', { name: 'आशा देवी' }).click()
    const panel = page.getByRole('dialog', { name: 'आशा देवी' })
    await expect(panel.getByRole('button', { name: 'Edit' })).toBeHidden()
    await panel.getByRole('button', { name: 'More', exact: true }).press('Enter')
    await expect(panel.getByRole('region', { name: 'Actions' }).locator(':focus')).toBeVisible()
    await panel.getByRole('button', { name: 'Edit' }).click()
    await expect(form.getByText('Leave blank to keep the current password.')).toBeVisible()
    await expectAccessible(page)
    await form.getByLabel('Email').fill('ravi@example.org')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form.getByText('This email address is already in use')).toBeVisible()
    await form.getByLabel('Email').fill('asha.devi@example.org')
    await form.getByRole('button', { name: 'Remove picture' }).click()
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('User updated successfully!')).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'आशा देवी' }).getByText('asha.devi@example.org')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(rowOf(page, 'आशा देवी').locator('img')).toHaveCount(0)
    expect((await product.call('POST', '/auth/login', undefined, { email: 'asha.devi@example.org', password })).status).toBe(200)
  })

  await test.step('a deleted person is gone, with the seat', async () => {
    await page.getByRole('link', { name: 'Ravi Kumar' }).click()
    const panel = page.getByRole('dialog', { name: 'Ravi Kumar' })
    await panel.getByRole('button', { name: 'More', exact: true }).click()
    await panel.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Seat 12 will be free.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('User deleted successfully!')).toBeVisible()
    await expect(page.getByText('Ravi Kumar')).toHaveCount(0)
    expect((await product.call('POST', '/auth/login', undefined, { email: 'ravi@example.org', password })).status).toBe(401)
  })
})
