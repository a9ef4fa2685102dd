import type { Browser, Locator, Page } from '@playwright/test'
import { expect, type Product, superadmin } from './product.ts'
import { enter, isPhone, openAccount } from './screens.ts'

/** Steps that the journeys through chat share. */

/** A person with a browser of their own. */
export const openChat = async (browser: Browser, product: Product, email: string, like: Page): Promise<Page> => {
  const viewport = like.viewportSize()
  const page = await (await browser.newContext({ viewport })).newPage()
  await enter(page, product, email, '/chat')
  return page
}

export const say = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: /^Message to / }).fill(text)
  await page.keyboard.press('Enter')
}

export const log = (page: Page) => page.getByRole('log')

/** By mouse or keyboard on a desktop, by a press on a phone. */
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

export const openWith = async (page: Page, name: string): Promise<void> => {
  await page.getByText('Personal', { exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search people and conversations' }).fill(name.split(' ')[0] ?? '')
  await page
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click()
}

/**
 * Two students: Asha on this page in her chat with Binod, and Binod in a browser of his own, which is returned. He has set up
 * encryption there, she has not.
 */
export const givenTwo = async (browser: Browser, product: Product, page: Page): Promise<Page> => {
  await givenPeople(product)
  const others = await openChat(browser, product, binod, page)
  await expect(others.getByText('Connected', { exact: true })).toBeVisible()
  await setUp(others)
  await enter(page, product, asha, '/chat')
  await openWith(page, 'विनोद शर्मा')
  return others
}

export const givenPeople = async (product: Product): Promise<void> => {
  await product.call('PUT', '/customization/chat', await product.tokenOf(superadmin.email), { allowEncryption: true })
  await product.addPerson('student', asha, { name: 'Asha Kulkarni' })
  await product.addPerson('student', binod, { name: 'विनोद शर्मा' })
}

/** On a phone a conversation fills the screen, and the account menu is above the list. */
export const leave = async (page: Page): Promise<void> => {
  const back = page.getByRole('button', { name: 'Back to conversations' })
  if (isPhone(page) && (await back.isVisible())) await back.click()
}

/** Opens the list of the person's devices from the account menu. */
export const openDevices = async (page: Page): Promise<Locator> => {
  await leave(page)
  await openAccount(page)
  await page.getByRole('menuitem', { name: 'Encryption and devices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Encryption and devices' })
  await expect(dialog).toBeVisible()
  return dialog
}

/**
 * Sets up encryption in this browser from the account menu. Returns the recovery code. Chromium does not promise to keep the keys
 * of a site that is opened for the first time.
 */
export const setUp = async (page: Page): Promise<string> => {
  const devices = await openDevices(page)
  await devices.getByRole('button', { name: 'Set up encryption' }).click()
  const code = await answerSetUp(page)
  await expect(page.getByRole('dialog').getByText(/This browser may delete your keys/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await devices.getByRole('button', { name: 'Close' }).click()
  await expect(devices).toBeHidden()
  return code
}

/** Makes the code that makes keys (management.ts) fail to load once; the next press loads it. */
const failToLoadOnce = async (page: Page): Promise<void> => {
  await page.route(/assets\/manageme-.*\.js$/, (route) => route.abort(), { times: 1 })
  await page.getByRole('dialog').getByRole('button', { name: 'Show the code' }).click()
  await expect(page.getByText('Failed to make the code')).toBeVisible()
}

/** Completes the set-up: confirms that the device is the person's own, and types back the recovery code, which is returned. */
export const answerSetUp = async (page: Page, { failsFirst = false } = {}): Promise<string> => {
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, only I use it' }).click()
  if (failsFirst) await failToLoadOnce(page)
  return saveCode(page)
}

const confirmEncryption = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Encrypt this chat?' })
  await dialog.getByRole('button', { name: 'Encrypt', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^(End-to-end encrypted|Encrypted)/ })).toBeVisible()
}

/** Encrypts the chat as a person who has not set up encryption yet. Returns the recovery code. */
export const encrypt = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Encrypt this chat' }).click()
  const code = await answerSetUp(page)
  await confirmEncryption(page)
  return code
}

/** The fifteen digits that a dialog shows. */
export const digitsIn = async (page: Page): Promise<string> => {
  const digits = async () => /(?:\d{5}\s*){3}/.exec((await page.getByRole('dialog').textContent()) ?? '')?.[0]
  await expect.poll(digits).toBeTruthy()
  return ((await digits()) ?? '').replaceAll(/\s/g, '')
}

/** Counts the encryption records in this browser, of everyone who used it. */
export const keptRecords = (page: Page): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name).filter((name) => name.startsWith('encryption'))
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    let records = 0
    for (const name of names) {
      const db = await done(indexedDB.open(name))
      for (const store of db.objectStoreNames) records += await done(db.transaction(store).objectStore(store).count())
      db.close()
    }
    return records
  })()`)

/** Gets a recovery code in the dialog that offers it, and types it back. */
const saveCode = async (page: Page): Promise<string> => {
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
