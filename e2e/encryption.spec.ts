import type { Page } from '@playwright/test'
import { act, answerSetUp, asha, binod, encrypt, givenPeople, keptRecords, log, openChat, openWith, say, setUp } from './chatting.ts'
import { exchangeFiles } from './encryptedFiles.ts'
import { expect, expectAccessible, superadmin, test } from './product.ts'
import { enter, isPhone } from './screens.ts'

test('encrypts the chat of two people, its pictures and its files, over a lost network and a reload, so that nobody else can read it', {
  tag: '@phone',
}, async ({ product, page, browser }) => {
  test.slow()
  await givenPeople(product)
  await enter(page, product, asha, '/chat')
  await openWith(page, 'विनोद शर्मा')
  await say(page, 'Said in the open')

  const others = await openChat(browser, product, binod, page)
  await test.step('both must have set up encryption', async () => {
    await page.getByRole('button', { name: 'Why not encrypted?' }).click()
    const dialog = page.getByRole('dialog', { name: 'This chat cannot be encrypted now' })
    await expect(dialog.getByText(/^Not everyone in this chat has set up encryption yet/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Set up encryption' })).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toBeHidden()
    await setUp(others)
  })

  await test.step('either switches it on, after a recovery code was shown and typed back', async () => {
    await page.getByRole('button', { name: 'Encrypt this chat' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Is this your own device?')).toBeVisible()
    await expectAccessible(page)
    expect(await keptRecords(page)).toBe(0)
    await answerSetUp(page, { failsFirst: true })
    await expect(dialog.getByText('It stays encrypted. This cannot be switched off.')).toBeVisible()
    await expect(dialog.getByText(/This browser may delete your keys/)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Encrypt', exact: true }).click()
    await expect(page.getByRole('button', { name: /^End-to-end encrypted/ })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('both read what they write, with a quote, an edit and a reload', async () => {
    await say(page, 'क्या सीट 4 खाली है?')
    await openWith(others, 'Asha Kulkarni')
    await expect(log(others).getByText('क्या सीट 4 खाली है?')).toBeVisible()
    await act(others, 'क्या सीट 4 खाली है?', 'Reply')
    await say(others, 'After two o’clock')
    await expect(log(page).getByText('Replying to Asha Kulkarni: क्या सीट 4 खाली है?')).toBeVisible()
    await act(page, 'क्या सीट 4 खाली है?', 'Edit')
    await page.getByRole('textbox', { name: /^Message to / }).fill('क्या सीट 5 खाली है?')
    await page.keyboard.press('Enter')
    await expect(log(others).getByText('क्या सीट 5 खाली है?', { exact: true })).toBeVisible()
    await others.reload()
    await expect(log(others).getByText('क्या सीट 5 खाली है?', { exact: true })).toBeVisible()
    await expect(log(others).getByText('After two o’clock')).toBeVisible()
    await expectAccessible(others)
  })

  await test.step('a message written offline is sent encrypted once there is a network', async () => {
    await others.context().setOffline(true)
    await say(others, 'Written on the train')
    await expect(log(others).getByText(/Waiting for the network|Sending/)).toBeVisible()
    await others.context().setOffline(false)
    await expect(log(page).getByText('Written on the train')).toBeVisible({ timeout: 60_000 })
  })

  await exchangeFiles(page, others)

  await test.step('a report shows one message to administrators, who see nothing else', async () => {
    if (isPhone(page)) await act(page, 'Written on the train', 'Report')
    else {
      await act(page, 'Written on the train', 'More actions')
      await page.getByRole('dialog', { name: 'Message actions' }).getByRole('button', { name: 'Report' }).click()
    }
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await expect(dialog.getByText(/reveals this message to administrators/i)).toBeVisible()
    await dialog.getByRole('button', { name: 'Report' }).click()
    await expect(dialog).toBeHidden()
    const admin = await openChat(browser, product, superadmin.email, page)
    await admin.goto(`${product.origin}/chat-monitoring`)
    await admin.getByRole('tab', { name: /Flagged Messages/ }).click()
    await expect(admin.getByText('Written on the train')).toBeVisible()
    await expect(admin.getByText('Verified', { exact: true }).first()).toBeVisible()
    await admin.getByRole('tab', { name: 'All Conversations' }).click()
    await admin.getByRole('link', { name: /Asha Kulkarni/ }).click()
    await expect(admin.getByText('Said in the open')).toBeVisible()
    await expect(admin.getByText('After two o’clock')).toHaveCount(0)
    await expectAccessible(admin)
    await admin.context().close()
  })
  await others.context().close()
})

test('excludes a removed member of a group, who reads new messages after coming back', { tag: '@phone' }, async ({
  product,
  page,
  browser,
}) => {
  await givenPeople(product)
  const binods = await openChat(browser, product, binod, page)
  await enter(page, product, superadmin.email, '/chat')
  for (const each of [page, binods]) await expect(each.getByText('Connected', { exact: true })).toBeVisible()
  await setUp(binods)
  const token = await product.tokenOf(superadmin.email)
  const ask = async (method: string, path: string, body?: object) => (await product.call(method, path, token, body)).body as never
  const { items } = (await ask('GET', '/chat/admin/users?role=student')) as { items: { _id: string; name: string }[] }
  const binodId = items.find(({ name }) => name === 'विनोद शर्मा')?._id
  const participants = [binodId]
  const { _id: id } = (await ask('POST', '/chat/admin/groups', { name: 'Physics, Saturdays', description: '', participants })) as {
    _id: string
  }
  const open = (each: Page) =>
    each
      .getByRole('button', { name: /Physics, Saturdays/ })
      .first()
      .click()
  await open(page)
  await encrypt(page)
  await open(binods)
  await say(page, 'For both')
  for (const each of [page, binods]) await expect(log(each).getByText('For both')).toBeVisible()
  await binods.getByRole('textbox', { name: /^Message to / }).fill('Half a sentence')
  await ask('DELETE', `/chat/admin/groups/${id}/members/${binodId}`)
  await expect(binods.getByText('You are no longer in “Physics, Saturdays”')).toBeVisible()
  await expect(binods.getByText('For both')).toHaveCount(0)
  await expect(binods.getByRole('textbox', { name: /^Message to / })).toHaveCount(0)
  await expect(binods.getByRole('button', { name: /Physics, Saturdays/ })).toHaveCount(0)
  await expectAccessible(binods)
  const sent = page.waitForResponse(
    (response) => response.ok() && /\/messages$/.test(response.url()) && response.request().method() === 'POST',
  )
  await say(page, 'Without Binod')
  await sent
  await expect(log(page).getByText('Without Binod')).toBeVisible()
  await ask('POST', `/chat/admin/groups/${id}/members`, { userIds: [binodId] })
  await open(binods)
  await say(page, 'For both again')
  for (const each of [page, binods]) await expect(log(each).getByText('For both again')).toBeVisible()
  await expect(log(binods).getByText('Without Binod')).toHaveCount(0)
  await expect(log(binods).getByText(/Sent while you were not a member of this chat/)).toBeVisible()
  await binods.context().close()
})
