import type { Page } from '@playwright/test'
import { act, log, openChat, say } from './chatting.ts'
import { expect, expectAccessible, superadmin, test } from './product.ts'
import { enter, goTo, isPhone } from './screens.ts'

const [asha, binod] = ['asha@example.org', 'binod@example.org']
const group = 'Physics, Saturdays'

const openGroup = (page: Page) =>
  page
    .getByRole('button', { name: new RegExp(group) })
    .first()
    .click()

/** On a phone a conversation fills the screen, and the menu is above the list. */
const leaveConversation = async (page: Page): Promise<void> => {
  if (isPhone(page)) await page.getByRole('button', { name: 'Back to conversations' }).click()
}

/** Opens the members of the group, where an administrator manages it. */
const openMembers = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Manage group' }).click()
  await page.getByRole('menuitem', { name: 'Members' }).click()
}

test('removes a member who is reading from a group of three, and adds them again', { tag: '@phone' }, async ({
  product,
  page,
  browser,
}) => {
  await product.addPerson('student', asha, { name: 'Asha Kulkarni' })
  await product.addPerson('student', binod, { name: 'विनोद शर्मा' })
  await enter(page, product, superadmin.email)
  const [ashas, binods] = await Promise.all([openChat(browser, product, asha, page), openChat(browser, product, binod, page)])
  const dialog = page.getByRole('dialog')
  const monitoring = async () => {
    await leaveConversation(page)
    await goTo(page, 'Chat Monitoring')
  }

  await test.step('an administrator makes the group, and it appears with both', async () => {
    await goTo(page, 'Chat Monitoring')
    await page.getByRole('button', { name: 'Create Group' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(group)
    await dialog.getByRole('checkbox', { name: /Asha Kulkarni/ }).check()
    await dialog.getByRole('checkbox', { name: /विनोद शर्मा/ }).check()
    await dialog.getByRole('button', { name: 'Create Group' }).click()
    await expect(page.getByRole('heading', { name: group })).toBeVisible()
    await Promise.all([ashas, binods].map(openGroup))
    await leaveConversation(page)
    await goTo(page, 'Chat')
    await openGroup(page)
  })

  await test.step('everyone receives every message, and a reload loses nothing', async () => {
    await say(page, 'Who is here on Saturday?')
    await page.getByRole('textbox', { name: /^Message to / }).pressSequentially('@विनोद')
    await page.getByRole('option', { name: /विनोद शर्मा/ }).click()
    await page.keyboard.press('Enter')
    await expect(log(binods).getByText('@विनोद शर्मा')).toBeVisible()
    await binods.reload()
    await act(binods, 'Who is here on Saturday?', 'React')
    await binods.getByRole('button', { name: 'Thumbs up yes like ok' }).first().click()
    for (const each of [page, ashas, binods]) await expect(log(each).getByRole('button', { name: '👍, 1 person' })).toBeVisible()
    await expectAccessible(ashas)
  })

  await test.step('a removed member loses the conversation at once, and the others go on', async () => {
    await binods.getByRole('textbox', { name: /^Message to / }).fill('Half a sentence')
    await monitoring()
    await page.getByRole('link', { name: new RegExp(group) }).click()
    await openMembers(page)
    await dialog.getByRole('button', { name: 'Remove विनोद शर्मा' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(binods.getByText(`You are no longer in “${group}”`)).toBeVisible()
    await expect(binods.getByText('Who is here on Saturday?')).toHaveCount(0)
    await expect(binods.getByRole('textbox', { name: /^Message to / })).toHaveCount(0)
    await expect(binods.getByRole('button', { name: new RegExp(group) })).toHaveCount(0)
    await expectAccessible(binods)
    await say(ashas, 'Then it is the two of us')
    await expect(dialog.getByText('Members (2)')).toBeVisible()
  })

  await test.step('a member who is added again can read on', async () => {
    await page.getByRole('tab', { name: 'Add people' }).click()
    await dialog.getByRole('checkbox', { name: /विनोद शर्मा/ }).check()
    await dialog.getByRole('button', { name: 'Add 1 person' }).click()
    await expect(log(binods).getByText('Then it is the two of us')).toBeVisible()
    await say(binods, 'मैं वापस आ गया')
    await expect(log(ashas).getByText('मैं वापस आ गया')).toBeVisible()
  })
  await Promise.all([ashas.context().close(), binods.context().close()])
})
