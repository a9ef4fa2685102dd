import { asha, binod, digitsIn, encrypt, givenTwo, keptRecords, leave, log, openChat, openDevices, openWith, say } from './chatting.ts'
import { expect, expectAccessible, superadmin, test } from './product.ts'
import { goTo, openAccount, signIn, signOut } from './screens.ts'

test('lets another browser read everything once both show the same code, nothing after it is removed, and wipes itself at sign-out', {
  tag: '@desktop',
}, async ({ product, page, browser }) => {
  test.slow()
  const others = await givenTwo(browser, product, page)
  const recoveryCode = await encrypt(page)
  await say(page, 'From the first browser')
  await openWith(others, 'Asha Kulkarni')
  await expect(log(others).getByText('From the first browser')).toBeVisible()

  const second = await openChat(browser, product, asha, page)
  await test.step('it says what it cannot read, and waits to be added', async () => {
    await expect(second.getByText('Encrypted chats can’t be read in this browser yet.')).toBeVisible()
    await second.getByRole('button', { name: 'This is my own browser' }).click()
    await expect(second.getByRole('dialog', { name: 'Add this browser' })).toBeVisible()
    await digitsIn(second)
    await expectAccessible(second)
    await second.getByRole('button', { name: 'The other device shows the same code' }).click()
    await expect(second.getByText('Not added yet. Confirm it on the other device first.')).toBeVisible()
  })
  await test.step('both show the same code, the first one adds it, and it accepts', async () => {
    const code = await digitsIn(second)
    await leave(page)
    await expect(page.getByText(/^Add this browser\? .* wants to read your encrypted chats\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'Yes, compare the code' }).click()
    const dialog = page.getByRole('dialog')
    expect(await digitsIn(page)).toBe(code)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'The codes are the same: add' }).click()
    await expect(page.getByText(/can read your encrypted chats now\.$/)).toBeVisible()
    await second.getByRole('button', { name: 'The other device shows the same code' }).click()
    await expect(second.getByText('This browser can read your encrypted chats now.')).toBeVisible()
    await openWith(second, 'विनोद शर्मा')
    await expect(log(second).getByText('From the first browser')).toBeVisible()
  })
  await test.step('the other person is notified, and new messages reach both browsers', async () => {
    await expect(others.getByText(/^Asha Kulkarni uses a new device\./)).toBeVisible()
    await expectAccessible(others)
    await say(others, 'To all your browsers')
    await openWith(page, 'विनोद शर्मा')
    for (const each of [page, second]) await expect(log(each).getByText('To all your browsers')).toBeVisible()
  })
  await test.step('removed in the list of devices, it reads nothing more', async () => {
    const devices = await openDevices(page)
    await expectAccessible(page)
    await devices
      .getByRole('button', { name: /^Remove: / })
      .first()
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Device removed.')).toBeVisible()
    await devices.getByRole('button', { name: 'Close' }).click()
    await expect(devices).toBeHidden()
    await say(page, 'Without the second browser')
    await expect(log(others).getByText('Without the second browser')).toBeVisible()
    await expect(
      log(second)
        .getByText(/before this browser could read it|This browser cannot read/)
        .first(),
    ).toBeVisible()
    await expect(log(second).getByText('Without the second browser')).toHaveCount(0)
    await expect(second.getByText('This browser cannot read this chat yet.')).toBeVisible()
    await expect(second.getByRole('button', { name: 'This is my own browser' }).first()).toBeVisible()
  })
  await second.context().close()
  await test.step('a browser is wiped when signing out, and reads earlier messages again by the recovery code', async () => {
    await openAccount(page)
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page.getByRole('dialog', { name: 'Keep this browser able to read encrypted chats?' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign out and wipe this browser' }).click()
    await expect(page).toHaveURL(/\/login$/)
    const databases = await page.evaluate<string[]>('indexedDB.databases().then((all) => all.map(({ name }) => name))')
    expect(databases.filter((name) => name.startsWith('encryption'))).toEqual([])
    await signIn(page, product.origin, asha)
    await goTo(page, 'Chat')
    await openWith(page, 'विनोद शर्मा')
    await expect(
      log(page)
        .getByText(/This browser cannot read/)
        .first(),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Enter recovery code' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode)
    await dialog.getByRole('button', { name: 'Open my chats' }).click()
    await expect(log(page).getByText('Without the second browser')).toBeVisible()
  })
  await others.context().close()
})

test('reads everything by the recovery code on a shared computer and leaves nothing there, while a new password reads nothing', {
  tag: '@phone',
}, async ({ product, page, browser }) => {
  test.slow()
  const others = await givenTwo(browser, product, page)
  const code = await encrypt(page)
  await say(page, 'My number is 98765 43210')

  await test.step('the code decrypts earlier messages on a computer that stores nothing', async () => {
    const shared = await openChat(browser, product, asha, page)
    await shared.getByRole('button', { name: 'Enter recovery code' }).click()
    const dialog = shared.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Recovery code' }).fill(code)
    await dialog.getByText('A shared computer: keep nothing here').click()
    await expectAccessible(shared)
    await dialog.getByRole('button', { name: 'Open my chats' }).click()
    await expect(dialog).toBeHidden()
    await openWith(shared, 'विनोद शर्मा')
    await expect(log(shared).getByText('My number is 98765 43210')).toBeVisible()
    await say(shared, 'Written in the library')
    await expect(log(page).getByText('Written in the library')).toBeVisible()
    await leave(shared)
    await signOut(shared)
    expect(await keptRecords(shared)).toBe(0)
    await signIn(shared, product.origin, binod)
    await goTo(shared, 'Chat')
    await openWith(shared, 'Asha Kulkarni')
    await expect(
      log(shared)
        .getByText(/This browser cannot read/)
        .first(),
    ).toBeVisible()
    await expect(shared.getByText('98765 43210')).toHaveCount(0)
    expect(await keptRecords(shared)).toBeGreaterThan(0)
    await leave(shared)
    await signOut(shared)
    await expect.poll(() => keptRecords(shared)).toBe(0)
    await shared.context().close()
  })

  await test.step('a person who gets in by another password reads no earlier messages', async () => {
    const token = await product.tokenOf(superadmin.email)
    const { items } = (await product.call('GET', '/user?search=asha', token)).body as unknown as { items: { _id: string }[] }
    await product.call('PUT', `/user/${items[0]?._id}`, token, { password: 'another password 1' })
    const stranger = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
    await signIn(stranger, product.origin, asha, 'another password 1')
    await goTo(stranger, 'Chat')
    await stranger.getByRole('button', { name: 'This is my own browser' }).click()
    await stranger.getByRole('button', { name: 'The other device shows the same code' }).click()
    await expect(stranger.getByText('Not added yet. Confirm it on the other device first.')).toBeVisible()
    await stranger.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await openWith(stranger, 'विनोद शर्मा')
    await expect(
      log(stranger)
        .getByText(/This browser cannot read|before this browser could read it/)
        .first(),
    ).toBeVisible()
    await expect(stranger.getByText('98765 43210')).toHaveCount(0)
    await stranger.context().close()
  })
  await others.context().close()
})
