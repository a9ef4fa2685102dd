import type { Browser, Page } from '@playwright/test'
import { expect, type Product } from './product.ts'
import { goTo, signIn } from './screens.ts'

/** The sentences that journeys through chat are told in. */

/** Somebody with a browser of their own. */
export const openChat = async (browser: Browser, { origin }: Product, email: string, like: Page): Promise<Page> => {
  const viewport = like.viewportSize()
  const page = await (await browser.newContext({ viewport })).newPage()
  await signIn(page, origin, email)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.goto(`${origin}/chat`)
  return page
}

export const say = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: /^Message to / }).fill(text)
  await page.keyboard.press('Enter')
}

export const log = (page: Page) => page.getByRole('log')

/** By the mouse or the keyboard on a desktop, by a press on a phone. */
export const act = async (page: Page, text: string, action: string): Promise<void> => {
  const message = log(page).getByText(text, { exact: true })
  if (isPhone(page)) {
    await message.click()
    await page.getByRole('dialog', { name: 'Message actions' }).getByRole('button', { name: action }).click()
    return
  }
  await message.hover()
  await log(page).getByRole('article').filter({ hasText: text }).getByRole('button', { name: action }).click()
}

export const [asha, binod] = ['asha@example.org', 'binod@example.org']

export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) <= 768

export const openWith = async (page: Page, name: string): Promise<void> => {
  await page.getByText('Personal', { exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search people and conversations' }).fill(name.split(' ')[0] ?? '')
  await page
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click()
}

/** Two students, Asha on this page in her chat with Binod, and Binod in a browser of his own, which is returned. */
export const givenTwo = async (browser: Browser, product: Product, page: Page): Promise<Page> => {
  await givenPeople(product)
  const others = await openChat(browser, product, binod, page)
  await expect(others.getByText('Connected', { exact: true })).toBeVisible()
  await signIn(page, product.origin, asha)
  await goTo(page, 'Chat')
  await openWith(page, 'विनोद शर्मा')
  return others
}

export const givenPeople = async (product: Product): Promise<void> => {
  await product.addPerson('student', asha, { name: 'Asha Kulkarni' })
  await product.addPerson('student', binod, { name: 'विनोद शर्मा' })
}

/** Switches encryption on, which ends with the offer of a recovery code. */
export const encrypt = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Encrypt this chat' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Encrypt', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Show the code' })).toBeVisible()
}

export const encryptWithoutCode = async (page: Page): Promise<void> => {
  await encrypt(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Later' }).click()
}

/** Gets a recovery code in the dialog that offers it, and types it back. */
export const saveCode = async (page: Page): Promise<string> => {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Show the code' }).click()
  await expect(dialog.getByRole('button', { name: 'I have written it down' })).toBeVisible()
  const [code = ''] = /(?:[0-9A-Z]{4}[\s-]*){6}[0-9A-Z]{4}/.exec((await dialog.textContent()) ?? '') ?? []
  await dialog.getByRole('button', { name: 'I have written it down' }).click()
  await dialog.getByRole('textbox', { name: 'Recovery code' }).fill(code.toLowerCase())
  await dialog.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByText('Your recovery code works now. Keep it safe.')).toBeVisible()
  return code
}
