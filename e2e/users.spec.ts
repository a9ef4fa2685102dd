import type { Locator, Page } from '@playwright/test'
import { picture } from '#server/testing/pictures.ts'
import { expect, expectAccessible, password, superadmin, test } from './product.ts'
import { goTo, signIn } from './screens.ts'

/** A day of the calendar, counted from today. */
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const ravi = { name: 'Ravi Kumar', seatNumber: 12, slot: 'morning' }

/** The row of a person, which is a card on a phone. */
const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

const openUsers = async (page: Page, origin: string, email: string): Promise<void> => {
  await signIn(page, origin, email)
  await expect(page).toHaveURL(/\/(dashboard|users)$/)
  await goTo(page, 'Manage Users')
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
}

test('a superadmin adds, edits and deletes people, and is told whose seat it is', async ({ product, page }) => {
  test.slow()
  await product.addPerson('student', 'ravi@example.org', ravi)
  await openUsers(page, product.origin, superadmin.email)
  await expect(page.getByText('2 users')).toBeVisible()
  await expectAccessible(page)
  const form = page.getByRole('dialog')

  await test.step('a seat that is taken is refused with the name, and nothing that was typed is lost', async () => {
    await page.getByRole('button', { name: 'Add User' }).click()
    await form.getByLabel('Name').fill('आशा देवी')
    await form.getByLabel('Email').fill('asha@example.org')
    await form.getByLabel(/^Password/).fill(password)
    await form.getByLabel('Seat number').fill('12')
    await form.getByLabel('Slot').selectOption('Full day')
    await form.getByLabel('Profile picture').setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: await picture() })
    await form.getByRole('button', { name: 'Create user' }).click()
    await expect(form.getByText('Seat 12 (morning) is taken by Ravi Kumar')).toBeVisible()
    await expect(form.getByLabel('Name')).toHaveValue('आशा देवी')
    await expectAccessible(page)
  })

  await test.step('the other half is free, and the picture stands in the list', async () => {
    await form.getByLabel('Slot').selectOption('Afternoon')
    await form.getByRole('button', { name: 'Create user' }).click()
    await expect(page.getByText('User created successfully!')).toBeVisible()
    await expect(page.getByText('3 users')).toBeVisible()
    await expect(rowOf(page, 'आशा देवी').locator('img')).toBeVisible()
    await expect.poll(() => page.evaluate('document.querySelector("td img")?.naturalWidth')).toBeGreaterThan(0)
    await expectAccessible(page)
  })

  await test.step('an email address that somebody has is refused, another is taken', async () => {
    await page.getByRole('button', { name: 'Edit आशा देवी' }).click()
    await expect(form.getByText('Leave it blank to keep the current password.')).toBeVisible()
    await expectAccessible(page)
    await form.getByLabel('Email').fill('ravi@example.org')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form.getByText('Somebody already has this email address')).toBeVisible()
    await form.getByLabel('Email').fill('asha.devi@example.org')
    await form.getByRole('button', { name: 'Remove picture' }).click()
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('User updated successfully!')).toBeVisible()
    await expect(page.getByText('asha.devi@example.org')).toBeVisible()
    await expect(rowOf(page, 'आशा देवी').locator('img')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Edit आशा देवी' })).toBeFocused()
    expect((await product.call('POST', '/auth/login', undefined, { email: 'asha.devi@example.org', password })).status).toBe(200)
  })

  await test.step('who is deleted is gone, with the seat', async () => {
    await page.getByRole('button', { name: 'Delete Ravi Kumar' }).click()
    await expect(page.getByText('Seat 12 will be free.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('User deleted successfully!')).toBeVisible()
    await expect(page.getByText('Ravi Kumar')).toHaveCount(0)
    await expect(page.getByRole('button', { name: `Delete ${superadmin.name}` })).toHaveCount(0)
    expect((await product.call('POST', '/auth/login', undefined, { email: 'ravi@example.org', password })).status).toBe(401)
  })
})

test('an admin edits and deletes students alone, and changes their termination date alone', async ({ product, page }) => {
  test.slow()
  await product.addPerson('admin', 'arjun@example.org', { name: 'Arjun Deshpande' })
  await product.addPerson('student', 'ravi@example.org', { ...ravi, phone: '98765 43210' })
  await openUsers(page, product.origin, 'arjun@example.org')
  await expect(page.getByRole('button', { name: /^(Edit|Delete) / })).toHaveCount(2)
  await page.getByRole('button', { name: 'Edit Ravi Kumar' }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByText('98765 43210')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveCount(0)
  await form.getByLabel('Termination date').fill(day(30))
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('User updated successfully!')).toBeVisible()
  await expect(rowOf(page, 'Ravi Kumar').getByText(/^Expires /)).toBeVisible()
  await page.getByRole('button', { name: 'Edit Ravi Kumar' }).click()
  await form.getByLabel('Termination date').fill(day(-2))
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(rowOf(page, 'Ravi Kumar').getByText(/^Expired /)).toBeVisible()
  await expectAccessible(page)
})

test('a manager adds students, and sees no Edit or Delete', async ({ product, page }) => {
  await product.addPerson('manager', 'farida@example.org')
  await product.addPerson('student', 'ravi@example.org', ravi)
  await openUsers(page, product.origin, 'farida@example.org')
  await expect(rowOf(page, 'Ravi Kumar')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Edit|Delete) / })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add User' }).click()
  await expect(page.getByRole('dialog').getByLabel('Role').getByRole('option')).toHaveText(['Student'])
})

test('search and role stay in the address, back and forward', async ({ product, page }) => {
  await product.addPerson('student', 'ravi@example.org', ravi)
  await product.addPerson('manager', 'farida@example.org', { name: 'Farida Khan' })
  await openUsers(page, product.origin, superadmin.email)
  await page.getByRole('searchbox', { name: 'Search users' }).fill('example.org')
  await page.getByLabel('Role').selectOption('Student')
  await expect(page.getByText('Found 1 user')).toBeVisible()
  await expect(page.getByText('Farida Khan')).toHaveCount(0)
  // What is typed stands in the address once the typing rests.
  await expect(page).toHaveURL(/[?&]q=example\.org/)
  await goTo(page, 'Categories')
  await expect(page.getByRole('heading', { name: 'Category Management' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/[?&]role=student/)
  await expect(page).toHaveURL(/[?&]q=example\.org/)
  await expect(page.getByText('Found 1 user')).toBeVisible()
  await expect(page.getByLabel('Role')).toHaveValue('student')
})

test('who sits where: the map is gone through by keys, and a free half takes a new student', async ({ product, page }) => {
  test.slow()
  await product.addPerson('manager', 'farida@example.org')
  await product.addPerson('student', 'ravi@example.org', { ...ravi, terminationDate: day(3) })
  await openUsers(page, product.origin, 'farida@example.org')
  await page.getByRole('tab', { name: 'Seat map' }).click()
  await expect(page).toHaveURL(/\?view=seats$/)
  await expect(page.getByText('1 of 38 seats taken in the morning')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: /^Seat 1, morning/ }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  const place = page.getByRole('button', { name: /^Seat 2, afternoon/ })
  await expect(place).toBeFocused()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog')
  await expect(form.getByLabel('Seat number')).toHaveValue('2')
  await expect(form.getByLabel('Slot')).toHaveValue('afternoon')
  await form.getByLabel('Name').fill('Asha Devi')
  await form.getByLabel('Email').fill('asha@example.org')
  await form.getByLabel(/^Password/).fill(password)
  await form.getByRole('button', { name: 'Create user' }).click()
  await expect(page.getByRole('button', { name: 'Seat 2, afternoon: Asha Devi' })).toBeFocused()
  await expect(page.getByText('1 of 38 seats taken in the afternoon')).toBeVisible()

  await page.getByRole('button', { name: /^Seat 12, morning: Ravi Kumar Until / }).click()
  const card = page.getByRole('dialog', { name: 'Seat 12' })
  await expect(card.getByText('ravi@example.org')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Show in list' }).click()
  await expect(page.getByText('Found 1 user')).toBeVisible()
  await expect(rowOf(page, 'Ravi Kumar')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('grid', { name: 'Seats' })).toBeVisible()
})
