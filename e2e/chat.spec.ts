import type { Browser, Page } from '@playwright/test'
import { expect, expectAccessible, type Product, test } from './product.ts'
import { goTo, signIn } from './screens.ts'

const [asha, farida] = ['asha@example.org', 'farida@example.org']

const addBoth = (product: Product) =>
  Promise.all([
    product.addPerson('student', asha, { name: 'Asha Kulkarni' }),
    product.addPerson('manager', farida, { name: 'Farida Khan' }),
  ])

const another = async (browser: Browser, product: Product, email: string): Promise<Page> => {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, product.origin, email)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page
}

const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })
const log = (page: Page) => page.getByRole('log')

/** Begins a private conversation by the search for people. */
const writeTo = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Personal' }).click()
  await page.getByRole('searchbox', { name: 'Search people and conversations' }).fill(name)
  await page.getByRole('region', { name: 'People' }).getByRole('button', { name }).click()
  await expect(field(page)).toBeVisible()
}

test('two people write to each other, answer, react, edit and delete, each seeing it at once', { tag: '@desktop' }, async ({
  product,
  page,
  browser,
}) => {
  await addBoth(product)
  await signIn(page, product.origin, asha)
  await goTo(page, 'Chat')
  await expect(page.getByText('Connected')).toBeVisible()
  await writeTo(page, 'Farida Khan')
  await expect(page.getByText('No messages yet. Start the conversation!')).toBeVisible()
  await field(page).fill('Is the hall open on Monday?')
  await field(page).press('Enter')
  await expect(log(page).getByText('Is the hall open on Monday?')).toBeVisible()

  const other = await another(browser, product, farida)
  await other.getByRole('link', { name: /^Chat.*1 unread conversation$/ }).click()
  await other.getByRole('button', { name: /^(FK|AK)?\s*Asha Kulkarni/ }).click()
  await log(other).getByText('Is the hall open on Monday?').hover()
  await other.getByRole('button', { name: 'Reply', exact: true }).click()
  await field(other).fill('No, it is closed')
  await field(other).press('Enter')
  await expect(log(page).getByText('Replying to Asha Kulkarni: Is the hall open on Monday?')).toBeVisible()
  await expect(log(page).getByText('No, it is closed')).toBeVisible()
  await expect(log(page).getByText('Read', { exact: true })).toHaveCount(0)

  await field(other).press('ArrowUp')
  await field(other).fill('No, it is closed for the festival')
  await field(other).press('Enter')
  await expect(log(page).getByText('No, it is closed for the festival')).toBeVisible()
  await expect(log(page).getByText('(edited)')).toBeVisible()
  await expectAccessible(other)

  await log(other).getByText('No, it is closed for the festival').hover()
  await other.getByRole('button', { name: 'Delete', exact: true }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(log(page).getByText('This message was deleted')).toBeVisible()
  await expectAccessible(page)
})

test('what is written without a network waits, survives a reload, and arrives once', { tag: '@desktop' }, async ({
  product,
  page,
  context,
  browser,
}) => {
  await addBoth(product)
  await signIn(page, product.origin, asha)
  await goTo(page, 'Chat')
  await writeTo(page, 'Farida Khan')
  await expect(page.getByText('Connected')).toBeVisible()
  await context.setOffline(true)
  await page.route('**/api/chat/conversations/*/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await field(page).fill('Written on the train')
  await field(page).press('Enter')
  await expect(log(page).getByText('Waiting for the network…')).toBeVisible()
  await expect(field(page)).toHaveValue('')
  await context.setOffline(false)
  await page.reload()
  await expect(log(page).getByText('Written on the train')).toBeVisible()
  await page.unroute('**/api/chat/conversations/*/messages')
  await expect(log(page).getByText('Waiting for the network…')).toHaveCount(0)

  const other = await another(browser, product, farida)
  await other.goto(`${product.origin}/chat`)
  await other
    .getByRole('button', { name: /Asha Kulkarni/ })
    .first()
    .click()
  await expect(log(other).getByText('Written on the train')).toHaveCount(1)
})

test('on a phone the conversation fills the screen, and the back button leads to the list', { tag: '@phone' }, async ({
  product,
  page,
}) => {
  await addBoth(product)
  await signIn(page, product.origin, asha)
  await goTo(page, 'Chat')
  await page
    .getByRole('button', { name: /General/ })
    .first()
    .click()
  await expect(field(page)).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Open menu' })).toHaveCount(0)
  await field(page).fill('Good morning')
  await page.getByRole('button', { name: 'Send' }).click()
  await log(page).getByText('Good morning').click()
  await expect(page.getByRole('dialog', { name: 'Message actions' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Chat' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
})
