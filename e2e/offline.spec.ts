import type { Page } from '@playwright/test'
import { log, say } from './chatting.ts'
import { expect, expectAccessible, type Product, superadmin, test } from './product.ts'
import { startRelay } from './relay.ts'
import { enter, goTo, signIn, signOut } from './screens.ts'

test.use({ serviceWorkers: 'allow' })

const [asha, binod] = ['asha@example.org', 'binod@example.org']

const givenHall = async (product: Product): Promise<void> => {
  await product.addPerson('student', asha, { name: 'Asha Devi' })
  const token = await product.tokenOf(superadmin.email)
  const thought = await product.call('POST', '/thought', token, { thought: 'Read a page a day.', author: 'Meera' })
  expect(thought.status).toBe(201)
}

/** Binod has written to Asha. */
const givenChat = async (product: Product) => {
  await product.addPerson('student', binod, { name: 'Binod' })
  const [binods, ashas] = [await product.tokenOf(binod), await product.tokenOf(asha)]
  const { body: me } = await product.call('GET', '/auth/me', ashas)
  const { body: chat } = await product.call('POST', '/chat/conversations/private', binods, { userId: me._id })
  await product.call('POST', `/chat/conversations/${chat._id}/messages`, binods, { content: 'Seat 12 is free.' })
  return { binods, chat: String(chat._id) }
}

/** The names of all that the browser has stored, and its local storage, as one text. */
const stored = (page: Page): Promise<string> =>
  page.evaluate<string>(`(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    const files = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) files.push(new URL(request.url).pathname)
    return JSON.stringify({ databases, files, local: { ...localStorage } })
  })()`)

/** Waits until the worker has stored the page and its files. */
const expectInstalled = async (page: Page): Promise<void> => {
  await expect.poll(() => stored(page), { timeout: 60_000 }).toMatch(/"\/dashboard".*\/assets\/|\/assets\/.*"\/dashboard"/)
}

const lost = (page: Page) => page.getByText(/^No connection\. Last updated at /)

test('opens without a network with what the student saw, says how old it is, and catches up, and stores nothing for staff', {
  tag: '@phone',
}, async ({ product, browser }) => {
  // Chromium reports each attempt to connect as an error of the page, so this is not the fixture's page.
  const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
  await givenHall(product)
  const { binods, chat } = await givenChat(product)
  await enter(page, product, asha)
  await expect(page.getByText('Read a page a day.')).toBeVisible()
  await goTo(page, 'Profile')
  await expect(page.getByText(asha).first()).toBeVisible()
  await goTo(page, 'Chat')
  await page.getByRole('button', { name: /Binod/ }).first().click()
  await expect(log(page).getByText('Seat 12 is free.')).toBeVisible()
  await page.goBack()
  await expectInstalled(page)
  await goTo(page, 'Profile')
  await expect(page.getByText(asha).first()).toBeVisible()
  // A picture in a tab of its own does not take the place of the page.
  await page.goto(`${product.origin}/icon-192.png`)

  await page.context().setOffline(true)
  await page.goto(`${product.origin}/open`)
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByText(asha).first()).toBeVisible()
  await expect(lost(page)).toBeVisible()
  await expectAccessible(page)
  await goTo(page, 'Dashboard')
  await expect(page.getByText('Read a page a day.')).toBeVisible()

  await test.step('reads the chat, and what is written there is sent later', async () => {
    await goTo(page, 'Chat')
    await page.getByRole('button', { name: /Binod/ }).first().click()
    await expect(log(page).getByText('Seat 12 is free.')).toBeVisible()
    await say(page, 'I will come at nine.')
    await expect(log(page).getByText('I will come at nine.')).toBeVisible()
    await expectAccessible(page)
  })

  await page.context().setOffline(false)
  await expect(lost(page)).toBeHidden()
  const said = async () => JSON.stringify((await product.call('GET', `/chat/conversations/${chat}/messages`, binods)).body)
  await expect.poll(said).toContain('I will come at nine.')
  await page.goBack()

  await test.step('signing out leaves nothing of the student on the device', async () => {
    expect(await stored(page)).toContain('replies-')
    await signOut(page)
    await expect.poll(() => stored(page)).not.toContain('replies-')
    expect(await stored(page)).not.toMatch(/"\/api\/|asha|lastPage/i)
  })

  await test.step('staff leave nothing of others on a device', async () => {
    await enter(page, product, superadmin.email, '/users')
    await expect(page.getByText('Asha Devi').first()).toBeVisible()
    await expectInstalled(page)
    expect(await stored(page)).not.toMatch(/replies-|asha/i)
  })
})

test('updates after Reload, even during a download, and OFFLINE=off removes the stored app', { tag: '@desktop' }, async ({
  product,
  products,
  browser,
}) => {
  test.slow()
  const page = await (await browser.newContext()).newPage()
  await givenHall(product)
  const relay = await startRelay(product.origin)
  const off = await products.start({ OFFLINE: 'off' })
  try {
    relay.replace('/sw.js', (text) => `${text}\n// an older build`)
    await signIn(page, relay.origin, asha)
    await expect(page.getByText('Read a page a day.')).toBeVisible()
    await expectInstalled(page)
    await page.reload()
    await expect(page.getByText('Read a page a day.')).toBeVisible()

    relay.replace('/sw.js', (text) => text)
    await page.reload()
    await expect(page.getByText('A new version is ready.')).toBeVisible()
    relay.hold('/assets/held.js')
    await page.evaluate('void fetch("/assets/held.js").catch(() => undefined)')
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByText('A new version is ready.')).toBeHidden()
    await expect(page.getByText('Read a page a day.')).toBeVisible()

    await page.context().setOffline(true)
    await page.goto(`${relay.origin}/open`)
    await expect(page.getByText('Read a page a day.')).toBeVisible()
    await page.context().setOffline(false)

    relay.to(off.origin)
    // Chromium may leave the new worker waiting if the former one gets a call at the wrong moment; opening a page tries again.
    await expect
      .poll(async () => {
        await page.goto(`${relay.origin}/login`)
        return page.evaluate('navigator.serviceWorker.getRegistration("/").then((found) => found === undefined)')
      })
      .toBe(true)
    expect(await page.evaluate('caches.keys()')).toEqual([])
  } finally {
    relay.stop()
    await off.stop()
  }
})
