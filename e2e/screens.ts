import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { type Product, password } from './product.ts'

/** Steps that the journeys share. */

/** Signs in by the form, which is loaded unless it is there already. */
export const signIn = async (page: Page, origin: string, email: string, given = password): Promise<void> => {
  if (page.url() !== `${origin}/login`) await page.goto(`${origin}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(given)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Opens a page as a person who signed in earlier, for journeys that are not about signing in. */
export const enter = async (page: Page, { origin, call }: Product, email: string, path = '/dashboard'): Promise<void> => {
  const { status, body } = await call('POST', '/auth/login', undefined, { email, password })
  expect(status, JSON.stringify(body)).toBe(200)
  const { token, user } = body as unknown as { token: string; user: object }
  const localStorage = [
    { name: 'token', value: token },
    { name: 'user', value: JSON.stringify(user) },
  ]
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] })
  await page.goto(origin + path)
}

/** Opens a page on another device, of the same size, that is forgotten afterwards. */
export const onAnotherDevice = async (browser: Browser, page: Page, use: (other: Page) => Promise<void>): Promise<void> => {
  const context = await browser.newContext({ viewport: page.viewportSize() })
  try {
    await use(await context.newPage())
  } finally {
    await context.close()
  }
}

export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) <= 768

/** Uses the menu, which slides in on a phone. The name of an entry may end with a count, such as that of unread messages. */
export const goTo = async (page: Page, entry: string): Promise<void> => {
  if (isPhone(page)) await page.getByRole('button', { name: 'More', exact: true }).click()
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: new RegExp(`^${entry}( \\d|$)`) })
    .click()
}

/** Opens the account menu, which a phone has in its menu. */
export const openAccount = async (page: Page): Promise<void> => {
  if (isPhone(page)) await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: /^Account/ }).click()
}

export const signOut = async (page: Page): Promise<void> => {
  await openAccount(page)
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

export const addUser = async (page: Page, role: string, name: string, email: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add User' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: /^More/ }).click()
  await form.getByLabel('Role').selectOption(role)
  await form.getByLabel('Email').fill(email)
  await form.getByLabel(/^Password/).fill(password)
  await form.getByRole('button', { name: 'Create user' }).click()
  await expect(page.getByText('User created successfully!')).toBeVisible()
  const ready = page.getByRole('dialog', { name: 'Account ready' })
  // The button stays in its place once the first payment has loaded.
  if (role === 'Student') await expect(ready.getByLabel('Amount')).toBeVisible()
  await ready.getByRole('button', { name: 'Done' }).click()
  await expect(ready).toBeHidden()
  await expect(page.getByRole('table', { name: 'Users' }).getByText(name, { exact: true })).toBeVisible()
}

export const addCategory = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add Category' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: 'Add Category' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('main').getByText(name, { exact: true }).first()).toBeVisible()
}

export type Chosen = { name: string; mimeType: string; buffer: Buffer }
export const pdfFile = (name: string, buffer: Buffer): Chosen => ({ name, mimeType: 'application/pdf', buffer })

/** Puts a large file on the disk, from where the browser reads it as a person's: it takes 10 MB from there in a twentieth of the time. */
export const onDisk = (name: string, buffer: Buffer): string => {
  const path = test.info().outputPath(name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, buffer)
  return path
}

/** Fills the upload page, without sending. */
export const fillUpload = async (page: Page, title: string, category: string, file: Chosen | string): Promise<void> => {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Category').selectOption({ label: category })
  await page.getByLabel('PDF file').setInputFiles(file)
}

export const upload = async (page: Page, title: string, category: string, file: Chosen): Promise<void> => {
  await goTo(page, 'Upload Document')
  await fillUpload(page, title, category, file)
  await page.getByRole('button', { name: 'Upload Document' }).click()
  await expect(page.getByText('Document Uploaded Successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/documents(\?|$)/)
}

/** Expects the text of a page that the reader has painted. */
export const expectShown = async (page: Page, number: number, text: string): Promise<void> => {
  const sheet = page.getByRole('group', { name: new RegExp(`^Page ${number} of`) })
  await expect(sheet.locator('canvas')).toBeVisible({ timeout: 20_000 })
  await expect(sheet.getByText(text)).toBeAttached()
}

/** The row of a person, which is a card on a phone. */
export const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

/** Finds a document on its page and opens it. */
export const openDocument = async (page: Page, title: string): Promise<void> => {
  await page.getByPlaceholder('Search documents and categories...').fill(title)
  await expect(page.getByText(`matching "${title}"`)).toBeVisible()
  await page.getByRole('button', { name: title, exact: true }).click()
}
