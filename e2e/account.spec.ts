import { openWith } from './chatting.ts'
import { expect, expectAccessible, password, superadmin, test } from './product.ts'
import { enter, openAccount, signIn, signOut } from './screens.ts'

const changed = 'another-long-password'

test('resets a lost password by a link that works once, and changes it in the account menu, which ends all other sessions', {
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
  await openAccount(page)
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Where you are signed in' }).click()
  await expect(page.getByRole('dialog').getByText('This device')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await openAccount(page)
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

test('signs in again over the page when a session ends in the middle of a form, and loses nothing that was typed', {
  tag: '@phone',
}, async ({ product, page }) => {
  await product.addPerson('manager', 'mohan@example.org', { name: 'Mohan Rao' })
  await product.addPerson('student', 'asha@example.org', { name: 'Asha Devi' })
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  const endSession = async () => {
    const token = await page.evaluate<string>("localStorage.getItem('token')")
    expect((await product.call('POST', '/auth/logout', token)).status).toBe(204)
    await expect(again).toBeVisible()
  }
  const goOn = async () => {
    await again.getByLabel('Email').fill('mohan@example.org')
    await again.getByLabel(/^Password/).fill(password)
    await again.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(again).toBeHidden()
  }

  await enter(page, product, 'mohan@example.org', '/users')
  await expect(page.getByText('Asha Devi').first()).toBeVisible()
  await page.getByRole('button', { name: 'Add User' }).click()
  const form = page.getByRole('dialog', { name: 'Add User' })
  await form.getByLabel('Name').fill('Ravi Kumar')
  await form.getByRole('button', { name: /^More/ }).click()
  await form.getByLabel('Email').fill('ravi@example.org')
  await form.getByLabel(/^Password/).fill(password)
  await endSession()
  for (const text of ['User Management', 'Asha Devi', 'Mohan Rao']) await expect(page.getByText(text).first()).toBeHidden()
  await expect(form).toBeHidden()
  expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toMatch(/mohan|"token"/i)
  await expect(again, 'the keyboard reaches no hidden field').toBeFocused()
  await expectAccessible(page)
  await goOn()
  await expect(page).toHaveURL(/\/users$/)
  await expect(form.getByLabel('Name')).toHaveValue('Ravi Kumar')
  await form.getByRole('button', { name: 'Create user' }).click()
  await expect(page.getByText('User created successfully!')).toBeVisible()
  await page.getByRole('dialog', { name: 'Account ready' }).getByRole('button', { name: 'Done' }).click()
  await product.addPerson('student', 'zoya@example.org', { name: 'Zoya Khan' })
  await expect(page.getByText('Zoya Khan').first(), 'the page is live again').toBeVisible()

  await page.goto(`${product.origin}/chat`)
  await openWith(page, superadmin.name)
  const composer = page.getByRole('textbox', { name: /^Message to / })
  await composer.fill('Is the hall open on Monday?')
  const address = page.url()
  await endSession()
  await expect(composer).toBeHidden()
  await goOn()
  await expect(composer).toHaveValue('Is the hall open on Monday?')
  expect(page.url()).toBe(address)
  await composer.press('Enter')
  await expect(page.getByRole('log').getByText('Is the hall open on Monday?')).toBeVisible()

  await composer.fill('And on Tuesday?')
  await endSession()
  await again.getByRole('button', { name: 'Sign in as someone else' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, product.origin, 'asha@example.org')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Mohan Rao')).toHaveCount(0)
})
