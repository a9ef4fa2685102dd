import type { Locator, Page } from '@playwright/test'
import { picture } from '#server/testing/pictures.ts'
import { expect, expectAccessible, hallDay, type Product, superadmin, test } from './product.ts'
import { enter, goTo, rowOf, signIn } from './screens.ts'

const meena = { name: 'Meena Rao', phone: '97310 44556', seatNumber: 12, slot: 'afternoon', terminationDate: hallDay(3) }
const sunil = { name: 'Sunil Das', phone: '98450 11223', seatNumber: 4, slot: 'morning', terminationDate: hallDay(-5) }

/** Prepares a morning at the desk: one student leaves soon, and one is late and owes a month. */
const prepare = async (product: Product): Promise<void> => {
  await product.addPerson('admin', 'farida@example.org', { name: 'Farida Khan' })
  await product.addPerson('student', 'meena@example.org', meena)
  await product.addPerson('student', 'sunil@example.org', { ...sunil, dateJoinedLibrary: hallDay(-70) })
  const token = await product.tokenOf(superadmin.email)
  const { body } = await product.call('GET', '/user?search=sunil', token)
  const studentId = (body as { items?: { _id: string }[] }).items?.[0]?._id
  const [year, month] = hallDay(-40).split('-').map(Number)
  const fee = { studentId, kind: 'monthly', month, year, amount: 1000, dueOn: hallDay(-40) }
  expect((await product.call('POST', '/user/fees', token, fee)).status).toBe(201)
}

const found = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('searchbox', { name: 'Search users' }).fill(text)
  await expect(page.getByText('Found 1 user')).toBeVisible()
}

const place = (page: Page, name: RegExp): Locator => page.getByRole('grid', { name: 'Seats' }).getByRole('button', { name })

/** Goes from the kept seat to the receipt without leaving the map. */
const renewHere = async (page: Page): Promise<void> => {
  await place(page, /^Seat 4, morning: Expired .* Sunil Das/).click()
  const person = page.getByRole('dialog', { name: sunil.name, exact: true })
  await expect(person.getByRole('link', { name: `Call ${sunil.phone}` })).toBeVisible()
  await expect(person.getByRole('button', { name: 'Give away the seat' })).toBeVisible()
  await person.getByRole('button', { name: 'Renew' }).click()

  const dialog = page.getByRole('dialog', { name: 'Renew Sunil Das' })
  await dialog.getByRole('button', { name: '+1 month' }).click()
  await expect(dialog.getByText(/^Until \d.* old dues ₹1,000/)).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: /^Amount/ })).not.toHaveValue('')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Renew and print' }).click()
  await expect(page.getByText(/^Sunil Das is renewed until \d/)).toBeVisible()
  await expect(dialog.getByRole('paragraph').filter({ hasText: /^\d{4}-\d\d\/000001$/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
  await person.getByRole('button', { name: 'Close' }).click()
  await expect(place(page, /^Seat 4, morning: Sunil Das/)).toBeVisible()
}

/** A password and a month are filled in, and the payment is below the handover. Returns the password, which is shown only once. */
const seatSomebodyNew = async (page: Page): Promise<string> => {
  await place(page, /^Seat 2, morning: Free/).click()
  const form = page.getByRole('dialog', { name: 'Add User' })
  await form.getByLabel('Name').fill('Asha Devi')
  await form.getByRole('button', { name: /^More/ }).click()
  await form.getByLabel('Email').fill('asha@example.org')
  const password = await form.getByLabel(/^Password/).inputValue()
  await expect(form.getByText(/^Until \d/)).toBeVisible()
  await form.getByLabel('Phone').fill('98860 12345')
  await form.getByRole('button', { name: 'Create user' }).click()
  const ready = page.getByRole('dialog', { name: 'Account ready' })
  await expect(ready.getByText(password, { exact: true })).toBeVisible()
  const message = await ready.getByRole('link', { name: 'Send on WhatsApp' }).getAttribute('href')
  expect(decodeURIComponent(message ?? '')).toContain('asha@example.org')
  expect(decodeURIComponent(message ?? '')).not.toContain(password)
  await expect(ready.getByRole('button', { name: 'Print slip' })).toBeFocused()
  await expect(ready.getByRole('textbox', { name: /^Amount/ })).toHaveValue('1000')
  await expectAccessible(page)
  await ready.getByRole('button', { name: 'Take payment' }).click()
  await expect(ready.getByRole('paragraph').filter({ hasText: /^\d{4}-\d\d\/000002$/ })).toBeVisible()
  await expect(ready.getByText(password, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await ready.getByRole('button', { name: 'Done' }).click()
  await expect(ready).toBeHidden()
  await expect(page.getByText(password)).toHaveCount(0)
  return password
}

test('shows the clerk who leaves and whose phone was found, renews a late student, seats a new one, and changes and deletes a person', {
  tag: '@phone',
}, async ({ product, page }) => {
  test.slow()
  await prepare(product)
  await signIn(page, product.origin, 'farida@example.org')

  await test.step('the figure on the dashboard leads to those who leave', async () => {
    await page.getByRole('region', { name: 'Today' }).getByRole('link', { name: '1 seat ends within 7 days' }).click()
    await expect(page.getByText('Found 1 user')).toBeVisible()
    await expect(rowOf(page, meena.name)).toContainText('12 · Afternoon')
    await expect(rowOf(page, sunil.name)).toHaveCount(0)
  })

  await test.step('a few digits find the person, with the seat, the last day and whom to call', async () => {
    await goTo(page, 'Manage Users')
    await expect(page.getByText('4 users')).toBeVisible()
    const row = rowOf(page, sunil.name)
    await expect(row).toContainText('4 · Morning')
    await expect(row).toContainText(/Expired \d/)
    await expect(row.getByRole('link', { name: `Call ${sunil.phone}` })).toBeVisible()
    await expectAccessible(page)
    const ending = page.getByRole('button', { name: 'Ends this week 1' })
    await ending.click()
    await expect(page.getByText('Found 1 user')).toBeVisible()
    await expect(rowOf(page, meena.name)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Owes 1' }).click()
    await expect(rowOf(page, sunil.name)).toBeVisible()
    await expect(rowOf(page, meena.name)).toHaveCount(0)
    await page.goBack()
    await expect(ending).toHaveAttribute('aria-pressed', 'true')
    await ending.click()
    await expect(page.getByText('4 users')).toBeVisible()
    await found(page, '044556')
    await rowOf(page, meena.name).getByRole('link', { name: meena.name }).click()
    const person = page.getByRole('dialog', { name: meena.name })
    await expect(person.getByRole('link', { name: `Call ${meena.phone}` })).toBeVisible()
    await expect(person.getByRole('button', { name: 'Renew' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(person).toBeHidden()
  })

  await test.step('the map keeps the seat of a late student, who renews and pays there', async () => {
    await page.getByRole('tab', { name: 'Seat map' }).click()
    await page.getByRole('tab', { name: 'Morning' }).click()
    await expect(place(page, /^Seat 4, morning: Expired/)).toBeVisible()
    await expectAccessible(page)
    await renewHere(page)
  })

  await test.step('a free seat takes a new student, who signs in with the password on the screen', async () => {
    const password = await seatSomebodyNew(page)
    await expect(place(page, /^Seat 2, morning: Asha Devi/)).toBeFocused()
    expect((await product.call('POST', '/auth/login', undefined, { email: 'asha@example.org', password })).status).toBe(200)
  })

  await enter(page, product, superadmin.email, '/users')
  const form = page.getByRole('dialog')

  await test.step('a taken half of a seat is refused with the holder’s name, and a picture is in the list', async () => {
    await page.getByRole('button', { name: 'Add User' }).click()
    await form.getByLabel('Name').fill('आशा देवी')
    await form.getByRole('button', { name: /^More/ }).click()
    await form.getByLabel('Email').fill('devi@example.org')
    await form.getByLabel('Seat number').fill('12')
    await form.getByRole('radio', { name: /^Full-day .*Meena Rao/ }).check()
    await form.getByLabel('Profile picture').setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: await picture() })
    await form.getByRole('button', { name: 'Create user' }).click()
    await expect(form.getByText('Seat 12 (afternoon) is taken by Meena Rao')).toBeVisible()
    await expect(form.getByLabel('Name')).toHaveValue('आशा देवी')
    await expectAccessible(page)
    await form.getByRole('radio', { name: /^Morning .*Free$/ }).check()
    await form.getByRole('button', { name: 'Create user' }).click()
    await expect(page.getByText('User created successfully!')).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect.poll(() => page.evaluate('document.querySelector("td img")?.naturalWidth')).toBeGreaterThan(0)
  })

  await test.step('an email address in use is refused, and the focus returns to the button', async () => {
    await page.getByRole('link', { name: 'आशा देवी' }).click()
    const panel = page.getByRole('dialog', { name: 'आशा देवी' })
    await panel.getByRole('button', { name: 'More', exact: true }).press('Enter')
    await expect(panel.getByRole('region', { name: 'Actions' }).locator(':focus')).toBeVisible()
    await panel.getByRole('button', { name: 'Edit' }).click()
    await expectAccessible(page)
    await form.getByLabel('Email').fill('meena@example.org')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form.getByText('This email address is already in use')).toBeVisible()
    await form.getByLabel('Email').fill('asha.devi@example.org')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(panel.getByText('asha.devi@example.org')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused()
  })

  await test.step('a deleted person is gone, with the seat', async () => {
    const panel = page.getByRole('dialog', { name: 'आशा देवी' })
    await panel.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Seat 12 will be free.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('User deleted successfully!')).toBeVisible()
    await expect(page.getByText('आशा देवी')).toHaveCount(0)
  })
})
