import type { Locator, Page } from '@playwright/test'
import { answerSetUp, asha, binod, givenPeople, leave, log, openChat, openWith, say, setUp } from './chatting.ts'
import { expect, expectAccessible, test } from './product.ts'
import { enter, goTo, openAccount } from './screens.ts'
import { app, caches, givenWorker, notes, share } from './sharing.ts'

test.use({ serviceWorkers: 'allow' })

/** Everything that the browser has stored, as one text. Bytes are read as UTF-8. */
const storedText = (page: Page): Promise<string> =>
  page.evaluate<string>(`(async () => {
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const plain = (_, value) => {
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return new TextDecoder().decode(value)
      return value instanceof Map ? [...value] : value
    }
    const all = [{ ...localStorage }, { ...sessionStorage }]
    for (const { name } of await indexedDB.databases()) {
      const db = await done(indexedDB.open(name))
      for (const store of db.objectStoreNames) all.push([name, store, await done(db.transaction(store).objectStore(store).getAll())])
      db.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        if (!new URL(request.url).pathname.startsWith('/assets/')) all.push([request.url, await (await cache.match(request)).text()])
    }
    return JSON.stringify(all, plain)
  })()`)

/** Waits until nothing of the first lies over the second. */
const expectAbove = (upper: Locator, lower: Locator): Promise<void> =>
  expect(async () => {
    const [above, below] = [await upper.boundingBox(), await lower.boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  }).toPass({ timeout: 20_000 })

const openBinod = (page: Page) =>
  page
    .getByRole('button', { name: /विनोद शर्मा/ })
    .first()
    .click()

test('shares a PDF to an encrypted chat, reads and writes it without a network, and keeps nothing of it in plain text', {
  tag: '@phone',
}, async ({ product, browser }) => {
  test.slow()
  // Chromium reports each attempt to connect as an error of the page, so this is not the fixture's page.
  const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
  await givenPeople(product)
  const others = await openChat(browser, product, binod, page)
  await setUp(others)
  await enter(page, product, asha, '/chat')
  await openWith(page, 'विनोद शर्मा')
  await page.getByRole('button', { name: 'Encrypt this chat' }).click()
  await answerSetUp(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Encrypt', exact: true }).click()
  await expect(page.getByRole('button', { name: /^End-to-end encrypted/ })).toBeVisible()
  await openWith(others, 'Asha Kulkarni')
  await say(others, 'Nilgiri at two o’clock')
  await expect(log(page).getByText('Nilgiri at two o’clock')).toBeVisible()
  await expect.poll(() => storedText(page), { timeout: 60_000 }).toMatch(/"ciphertext":.*"wrappedKey":|"wrappedKey":.*"ciphertext":/)
  await expect.poll(() => storedText(page), { timeout: 60_000 }).toContain('/dashboard')

  await test.step('a PDF from another app is sent in it with a caption', async () => {
    await givenWorker(page)
    await share(page, [notes, app], 'Chapter 3')
    await expect(page.getByText('"app.apk" was left out: only PDFs and pictures can be shared.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: /विनोद शर्मा.*End-to-end encrypted/ }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('notes.pdf')).toBeVisible()
    await expect(dialog.getByLabel('Caption (optional)')).toHaveValue('Chapter 3')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(log(others).getByText('notes.pdf').first()).toBeVisible({ timeout: 30_000 })
    await expect(log(others).getByText('Chapter 3').first()).toBeVisible()
    expect(await caches(page)).not.toContain('carrel-shared')
  })

  await page.context().setOffline(true)
  await test.step('the chat opens after a start without a network, with its age and the names', async () => {
    await page.goto(`${product.origin}/dashboard`)
    await goTo(page, 'Chat')
    await openBinod(page)
    await expect(log(page).getByText('Nilgiri at two o’clock')).toBeVisible()
    await expect(page.getByRole('button', { name: /^End-to-end encrypted/ })).toBeVisible()
    await expect(page.getByText(/^No connection\. Last updated at /)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('what waits to be sent is there after another start', async () => {
    await say(page, 'Kaveri on the train')
    await expect(log(page).getByText('Kaveri on the train')).toBeVisible()
    await expectAbove(page.getByText(/^No connection\./), page.getByRole('textbox', { name: /^Message to / }))
    await expectAbove(log(page).getByText('Kaveri on the train'), page.getByText(/^No connection\./))
    await page.reload()
    await expect(log(page).getByText('Nilgiri at two o’clock')).toBeVisible()
    await expect(log(page).getByText('Kaveri on the train')).toBeVisible()
    expect(await storedText(page)).not.toContain('Nilgiri')
  })

  await page.context().setOffline(false)
  await expect(log(others).getByText('Kaveri on the train')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/^No connection\./)).toBeHidden()
  const { body } = await product.call('GET', '/chat/conversations?type=private', await product.tokenOf(binod))
  expect((body.items ?? []).map(({ lastSeq }: { lastSeq: number }) => lastSeq)).toEqual([3])
  await expect.poll(() => storedText(page)).not.toMatch(/Nilgiri|Kaveri/)
  expect(await storedText(page)).toContain('"ciphertext":')

  await test.step('signing out leaves neither messages nor wrapped keys on the phone', async () => {
    await leave(page)
    await openAccount(page)
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect.poll(() => storedText(page)).not.toMatch(/"ciphertext":|"wrappedKey":/)
  })
  await others.context().close()
})
