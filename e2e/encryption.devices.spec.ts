import type { Page } from '@playwright/test'
import { asha, binod, encrypt, encryptWithoutCode, givenTwo, isPhone, log, openChat, openWith, saveCode, say } from './chatting.ts'
import { expect, expectAccessible, password, superadmin, test } from './product.ts'
import { goTo, signIn, signOut } from './screens.ts'

/** On a phone a conversation has the screen for itself, and the menu stands above the list. */
const leave = async (page: Page): Promise<void> => {
  if (isPhone(page)) await page.getByRole('button', { name: 'Back to conversations' }).click()
}

/** The fifteen digits that the dialog shows. */
const digitsIn = async (page: Page): Promise<string> => {
  const digits = async () => /(?:\d{5}\s*){3}/.exec((await page.getByRole('dialog').textContent()) ?? '')?.[0]
  await expect.poll(digits).toBeTruthy()
  return ((await digits()) ?? '').replaceAll(/\s/g, '')
}

test('another browser reads from now on, and the past once the first one has confirmed it', { tag: '@desktop' }, async ({
  product,
  page,
  browser,
}) => {
  const others = await givenTwo(browser, product, page)
  await encryptWithoutCode(page)
  await say(page, 'From the first browser')
  await openWith(others, 'Asha Kulkarni')
  await expect(log(others).getByText('From the first browser')).toBeVisible()

  const second = await openChat(browser, product, asha, page)
  await test.step('it says what it cannot read, and becomes a device', async () => {
    await expect(second.getByText('Encrypted chats can’t be read in this browser yet.')).toBeVisible()
    await second.getByRole('button', { name: 'This is my own browser' }).click()
    await expect(second.getByText('This browser can read encrypted chats now')).toBeVisible()
  })
  await test.step('both show the same code, and the first one shares', async () => {
    const code = await digitsIn(second)
    await leave(page)
    await expect(page.getByText(/A new browser was added: .*Is it you\?/)).toBeVisible()
    await page.getByRole('button', { name: 'Yes, share my messages' }).click()
    const dialog = page.getByRole('dialog')
    expect(await digitsIn(page)).toBe(code)
    await dialog.getByRole('button', { name: 'The codes are the same: share' }).click()
    await second.getByRole('button', { name: 'Done' }).click()
    await openWith(second, 'विनोद शर्मा')
    await expect(log(second).getByText('From the first browser')).toBeVisible()
  })
  await test.step('the other person is told, and what is said reaches both browsers', async () => {
    await expect(others.getByText('Asha Kulkarni now also uses a new browser.')).toBeVisible()
    await say(others, 'To all your browsers')
    await openWith(page, 'विनोद शर्मा')
    for (const each of [page, second]) await expect(log(each).getByText('To all your browsers')).toBeVisible()
  })
  await test.step('removed in the list of devices, it reads nothing more', async () => {
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Encryption and devices' }).click()
    const dialog = page.getByRole('dialog')
    await expectAccessible(page)
    await dialog
      .getByRole('button', { name: /^Remove: / })
      .first()
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Device removed.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await say(page, 'Without the second browser')
    await expect(log(others).getByText('Without the second browser')).toBeVisible()
    await expect(log(second).getByText('Without the second browser')).toHaveCount(0)
  })
  await others.context().close()
  await second.context().close()
})

test('on a shared computer the recovery code opens everything and leaves nothing, and a new password opens nothing', {
  tag: '@phone',
}, async ({ product, page, browser }) => {
  const others = await givenTwo(browser, product, page)
  await encrypt(page)
  const code = await saveCode(page)
  await say(page, 'My number is 98765 43210')

  await test.step('the code opens the past on a computer that keeps nothing', async () => {
    const shared = await openChat(browser, product, asha, page)
    await shared.getByRole('button', { name: 'Enter recovery code' }).click()
    const dialog = shared.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Recovery code' }).fill(code)
    await dialog.getByText('A shared computer: keep nothing here').click()
    await dialog.getByRole('button', { name: 'Open my chats' }).click()
    await expect(dialog).toBeHidden()
    await openWith(shared, 'विनोद शर्मा')
    await expect(log(shared).getByText('My number is 98765 43210')).toBeVisible()
    await say(shared, 'Written in the library')
    await expect(log(page).getByText('Written in the library')).toBeVisible()
    await leave(shared)
    await signOut(shared)
    await signIn(shared, product.origin, binod)
    await goTo(shared, 'Chat')
    await openWith(shared, 'Asha Kulkarni')
    await expect(shared.getByText('98765 43210')).toHaveCount(0)
    await shared.context().close()
  })

  await test.step('whoever gets in by another password reads nothing of the past', async () => {
    const token = await product.tokenOf(superadmin.email)
    const { items } = (await product.call('GET', '/user?search=asha', token)).body as unknown as { items: { _id: string }[] }
    await product.call('PUT', `/user/${items[0]?._id}`, token, { password: 'another password 1' })
    const stranger = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
    await signIn(stranger, product.origin, asha, 'another password 1')
    await goTo(stranger, 'Chat')
    await stranger.getByRole('button', { name: 'This is my own browser' }).click()
    await stranger.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await openWith(stranger, 'विनोद शर्मा')
    await expect(
      log(stranger)
        .getByText(/Sent before this browser could read it/)
        .first(),
    ).toBeVisible()
    await expect(stranger.getByText('98765 43210')).toHaveCount(0)
    await stranger.context().close()
  })
  await others.context().close()
})

test('signing out can wipe this browser, and says what is lost', { tag: '@desktop' }, async ({ product, page, browser }) => {
  const others = await givenTwo(browser, product, page)
  await encryptWithoutCode(page)
  await say(page, 'Only here')
  await expect(log(page).getByText('Only here')).toBeVisible()
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByText('This is your last device')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out and wipe this browser' }).click()
  await expect(page).toHaveURL(/\/login$/)
  const databases = await page.evaluate<string[]>('indexedDB.databases().then((all) => all.map(({ name }) => name))')
  expect(databases.filter((name) => name.startsWith('encryption'))).toEqual([])
  await signIn(page, product.origin, asha, password)
  await goTo(page, 'Chat')
  await openWith(page, 'विनोद शर्मा')
  await expect(log(page).getByText(/Sent before this browser could read it/)).toBeVisible()
  await others.context().close()
})
