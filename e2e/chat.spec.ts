import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { act, keptRecords, log, openChat, say } from './chatting.ts'
import { expect, expectAccessible, type Product, password, test } from './product.ts'
import { enter, goTo, onDisk, signIn, signOut } from './screens.ts'

const [asha, binod] = ['asha@example.org', 'binod@example.org']

const givenPeople = async (product: Product): Promise<void> => {
  await product.addPerson('student', asha, { name: 'Asha Kulkarni' })
  await product.addPerson('student', binod, { name: 'विनोद शर्मा' })
}

/** Starts a conversation with a person, found by a part of the name. */
const writeTo = async (page: Page, part: string, name: string): Promise<void> => {
  await page.getByText('Personal', { exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search people and conversations' }).fill(part)
  await page
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click()
}

/** Returns the times covered by the actions of a message, its own included, while the mouse is over it. */
const hiddenTimes = `(() => {
  const box = document.querySelector('[role=toolbar]').getBoundingClientRect()
  const isUnder = ({ left, right, top, bottom }) => left < box.right && right > box.left && top < box.bottom && bottom > box.top
  return [...document.querySelectorAll('article time')].filter((time) => isUnder(time.getBoundingClientRect())).length
})()`

const expectActionsHideNoTime = async (page: Page, text: string): Promise<void> => {
  // A message that is being sent has no actions yet.
  await expect(log(page).getByText('Sending...')).toHaveCount(0)
  await log(page).getByText(text).hover()
  await expect(log(page).getByRole('toolbar', { name: 'Message actions' })).toBeVisible()
  expect(await page.evaluate(hiddenTimes)).toBe(0)
}

/** Blocks the other person, and checks that no toast covers the sentence that explains why one cannot write. */
const expectBlockingSaysWhy = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Options for विनोद शर्मा' }).last().click()
  await page.getByRole('menuitem', { name: 'Block' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click()
  // The toast slides up to its place.
  const gap = async (): Promise<number> => {
    const toast = await page.getByText('विनोद शर्मा is blocked').boundingBox()
    const sentence = await page.getByText('You have blocked this person. Unblock them to write.').boundingBox()
    return (sentence?.y ?? 0) - (toast?.y ?? 0) - (toast?.height ?? 0)
  }
  await expect.poll(gap, 'no toast covers why one cannot write').toBeGreaterThan(0)
}

/** As a phone takes it: 12 million pixels and much detail. */
const photograph = (): Promise<Buffer> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width: 400, height: 300, channels: 3, background: '#808080', noise } })
    .resize(4_000, 3_000)
    .jpeg({ quality: 92 })
    .toBuffer()
}

/** Loses the network before sending a photograph with a caption, and sees it at once. `expectSent` expects it, much smaller, at the other person. */
const sendPhotoOffline = async (page: Page) => {
  const photo = await photograph()
  const downloads: string[] = []
  page.on('request', (request) => request.url().includes('/preview') && downloads.push(request.url()))
  await page.locator('input[type=file]').setInputFiles(onDisk('board.jpg', photo))
  await page.getByRole('textbox', { name: 'Caption (optional)' }).fill('The new board')
  await page.context().setOffline(true)
  await page.keyboard.press('Enter')
  const own = log(page).getByRole('button', { name: 'Open the picture board.webp' }).locator('img')
  await expect(own).toBeVisible()
  const upload = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().includes('/attachments'))
  return {
    expectSent: async (other: Page) => {
      await expect(log(other).getByText('The new board')).toBeVisible()
      await expect(log(other).getByRole('button', { name: 'Open the picture board.webp' }).locator('img')).toBeVisible()
      const sent = Number((await (await upload).request().allHeaders())['content-length'])
      expect(sent).toBeGreaterThan(1_000)
      expect(sent).toBeLessThan(photo.length / 4)
      await expect(own).toBeVisible()
      expect(downloads, 'the sender downloads nothing').toEqual([])
    },
  }
}

/** Signs out with a message that is not sent, and looks for what the next person on the PC could find. */
const expectNothingLeft = async (page: Page, product: Product): Promise<void> => {
  await say(page, 'My number is 98765 43210')
  await expect(log(page).getByText('My number is 98765 43210')).toBeVisible()
  await page.getByRole('textbox', { name: /^Message to / }).fill('A secret that is not sent')
  await signOut(page)
  await product.addPerson('student', 'chitra@example.org', { name: 'Chitra' })
  await signIn(page, product.origin, 'chitra@example.org', password)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect(await keptRecords(page), 'private keys').toBe(0)
  await goTo(page, 'Chat')
  await page.getByText('Personal', { exact: true }).click()
  await expect(page.getByText('No personal conversations yet')).toBeVisible()
  await expect(page.getByText('98765 43210')).toBeHidden()
  // As a string, because this folder does not have the types of the browser.
  const kept = await page.evaluate<string>(`(async () => {
    const all = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result) })
    const rows = []
    for (const { name } of await indexedDB.databases()) {
      const database = await all(indexedDB.open(name))
      for (const store of database.objectStoreNames) rows.push(await all(database.transaction(store).objectStore(store).getAll()))
    }
    return JSON.stringify([rows, { ...localStorage }, { ...sessionStorage }])
  })()`)
  expect(kept).not.toContain('A secret')
  expect(kept).not.toContain('98765 43210')
}

test('exchanges messages between two people over a lost network, and leaves nothing for the next person on a shared PC', {
  tag: '@desktop',
}, async ({ product: given, page, browser }) => {
  // A server on `localhost` is reachable without a network, so going offline would not end the connection.
  const product = { ...given, origin: given.origin.replace('localhost', '127.0.0.1') }
  await givenPeople(product)
  await enter(page, product, asha, '/chat')
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await writeTo(page, 'विनोद', 'विनोद शर्मा')
  await expect(page.getByText('No messages yet. Start the conversation!')).toBeVisible()
  await expect(page.getByText(/^Open(: administrators can review this chat| to admins)$/)).toBeVisible()
  await expectAccessible(page)
  await say(page, 'Is seat 4 free on Saturday?')
  await say(page, 'Or on Sunday?')
  await expect(log(page).getByText('Or on Sunday?')).toBeVisible()
  await expectActionsHideNoTime(page, 'Or on Sunday?')

  const others = await openChat(browser, product, binod, page)
  await others
    .getByRole('button', { name: /Asha Kulkarni/ })
    .first()
    .click()
  await expect(log(others).getByText('Is seat 4 free on Saturday?')).toBeVisible()
  await expect(log(page).getByText('Read', { exact: true })).toBeVisible()
  await act(others, 'Is seat 4 free on Saturday?', 'Reply')
  await say(others, 'हाँ, दो बजे के बाद')
  const reply = log(page).getByText('हाँ, दो बजे के बाद')
  await expect(reply).toBeVisible()
  await expect(log(page).getByText('Replying to Asha Kulkarni: Is seat 4 free on Saturday?')).toBeVisible()

  await act(page, 'Is seat 4 free on Saturday?', 'Edit')
  await page.getByRole('textbox', { name: /^Message to / }).fill('Is seat 5 free on Saturday?')
  await page.keyboard.press('Enter')
  await expect(log(others).getByText('Is seat 5 free on Saturday?', { exact: true })).toBeVisible()
  await expect(log(others).getByText('(edited)')).toBeVisible()

  const photo = await sendPhotoOffline(others)
  await expect(others.getByText('Disconnected')).toBeAttached()
  await say(page, 'See you there')
  await say(others, 'Bring your charger')
  await expect(
    log(others)
      .getByText(/Waiting for the network|Sending/)
      .first(),
  ).toBeVisible()
  await others.context().setOffline(false)
  await expect(log(page).getByText('Bring your charger')).toBeVisible()
  await expect(log(others).getByText('See you there')).toBeVisible()
  await expect(log(others).getByText(/Waiting for the network|Sending/)).toHaveCount(0)
  await photo.expectSent(page)

  await others.context().close()

  await expectNothingLeft(page, product)
})

/** A message of several lines does not move what is below it when the server has it. */
const expectSameWidthOnceSent = async (page: Page): Promise<void> => {
  const long = 'Please bring the keys of the reading room and the register of visitors tomorrow morning before six'
  const held = Promise.withResolvers<void>()
  await page.route(/\/messages$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('textbox', { name: /^Message to / }).fill(long)
  await page.keyboard.press('Enter')
  const sending = log(page).getByText('Sending...')
  await expect(sending).toBeVisible()
  const text = log(page).getByText(long)
  await expect(text).toBeInViewport()
  const widthOfText = async () => (await text.boundingBox())?.width
  // A row that is being drawn again has none for a moment.
  await expect.poll(widthOfText).toBeDefined()
  const before = await widthOfText()
  held.resolve()
  await expect(sending).toHaveCount(0)
  await expect.poll(widthOfText).toBe(before)
}

test('fills the screen of a phone with the conversation, says that a message was sent, reached a phone on any page, and was read', {
  tag: '@phone',
}, async ({ product, page, browser }) => {
  await givenPeople(product)
  await enter(page, product, asha, '/chat')
  await writeTo(page, 'विनोद', 'विनोद शर्मा')
  await expect(page.getByRole('textbox', { name: /^Message to / })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'More', exact: true })).toHaveCount(0)
  await expectAccessible(page)
  const expectMark = (message: string, mark: string) =>
    expect(log(page).getByRole('article').filter({ hasText: message }).getByText(mark, { exact: true })).toBeVisible()
  await say(page, 'Is seat 12 free?')
  await expectMark('Is seat 12 free?', 'Sent')
  const others = await openChat(browser, product, binod, page)
  await expectMark('Is seat 12 free?', 'Delivered')
  const socket = others.waitForEvent('websocket')
  await others.goto(`${product.origin}/dashboard`)
  await (await socket).waitForEvent('framereceived', ({ payload }) => String(payload).includes('"hello"'))
  await others.waitForLoadState('networkidle')
  await say(page, 'See you there')
  await expectMark('See you there', 'Delivered')
  await goTo(others, 'Chat')
  await others
    .getByRole('button', { name: /Asha Kulkarni/ })
    .first()
    .click()
  await expect(log(others).getByText('See you there')).toBeVisible()
  await expectMark('See you there', 'Read')
  await expectSameWidthOnceSent(page)
  await act(page, 'See you there', 'Delete')
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }).click()
  await expect(log(others).getByText('This message was deleted')).toBeVisible()
  await expectAccessible(others)
  await others.context().close()
  await expect(page.getByText(/^(Last seen today at|Seen) \d/)).toBeVisible()
  expect((await page.locator('#chat-pane header').boundingBox())?.height, 'the header has two lines').toBeLessThan(84)
  await expectBlockingSaysWhy(page)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Chat' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
})
