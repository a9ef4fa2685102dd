import type { Page, Request, Route } from '@playwright/test'
import type { Envelope } from '../src/chat/conversations/conversations.encryption.contract.ts'
import type { Message } from '../src/chat/conversations/conversations.shapes.contract.ts'
import type { EncryptionStatus } from '../src/chat/encryption/encryption.shapes.contract.ts'
import { type ForgedVersion, forgeVersion, namedAs } from '../src/chat/encryption/server/testing/lies/forging.ts'
import { makeGhost, readWith } from '../src/chat/encryption/server/testing/lies/ghost.ts'
import { act, asha, binod, encrypt, givenPeople, givenTwo, keptRecords, log, openDevices, openWith, say, setUp } from './chatting.ts'
import { expect, superadmin, test } from './product.ts'
import { goTo, signIn, signOut } from './screens.ts'

/* The server lies to a real browser: its replies are rewritten on their way. More lies are in encryption.attacks.test.ts. */

const isSending = (request: Request): boolean => request.method() === 'POST' && /\/messages$/.test(new URL(request.url()).pathname)

/** Rewrites the server's reply to a GET of this address. */
const rewrite = async (page: Page, url: RegExp, change: (answer: never, route: Route) => unknown): Promise<void> => {
  await page.route(url, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, json: await change((await response.json()) as never, route) })
  })
}

test('rejects a key that is signed by a device of the server', { tag: '@desktop' }, async ({ product, page, browser }) => {
  const others = await givenTwo(browser, product, page)
  await encrypt(page)
  await say(page, 'Is seat four free')
  await expect(log(others).or(others.getByText('Is seat four free')).first()).toBeVisible()
  const token = await product.tokenOf(superadmin.email)
  const { items } = (await product.call('GET', '/user?search=binod', token)).body as unknown as { items: { _id: string }[] }
  const [ghost, binodId] = [await makeGhost(), items[0]?._id ?? '']
  let forged: ForgedVersion | undefined
  await rewrite(page, /\/encryption\/devices\?/, ({ items }: { items: object[] }) => ({
    items: [...items, namedAs(ghost, binodId)],
  }))
  await rewrite(page, /\/conversations\/[^/]+\/encryption\?device=/, async (status: EncryptionStatus, route) => {
    const url = new URL(route.request().url())
    const conversation = url.pathname.split('/').at(-2) ?? ''
    forged ??= await forgeVersion({ conversation, byDevice: ghost, byUser: binodId, status, victim: url.searchParams.get('device') ?? '' })
    return forged.rewrite(status)
  })
  await page.reload()
  await expect(log(page).getByText('Is seat four free')).toBeVisible()
  const sending = page.waitForRequest(isSending)
  await say(page, 'My locker code is 4711')
  const { encryption } = (await sending).postDataJSON() as { encryption: Envelope }
  expect(forged).toBeDefined()
  expect(forged && readWith(forged.raw, encryption)).toBeUndefined()
  await others.context().close()
})

test('rejects the text from before an edit under another id', { tag: '@desktop' }, async ({ product, page, browser }) => {
  const others = await givenTwo(browser, product, page)
  await encrypt(page)
  await openWith(others, 'Asha Kulkarni')
  const pages: { items: Message[] }[] = []
  await rewrite(page, /\/messages(\?|$)/, (answer: { items: Message[] }) => {
    pages.push(answer)
    return answer
  })
  await say(others, 'Pay on the first')
  await expect(log(page).getByText('Pay on the first')).toBeVisible()
  await page.reload()
  await expect(log(page).getByText('Pay on the first')).toBeVisible()
  const before = pages.flatMap(({ items }) => items).findLast(({ encryption }) => encryption)
  await act(others, 'Pay on the first', 'Edit')
  await others.getByRole('textbox', { name: /^Message to / }).fill('Pay on the tenth')
  await others.keyboard.press('Enter')
  await expect(log(page).getByText('Pay on the tenth')).toBeVisible()
  await say(others, 'See you on Monday')
  await expect(log(page).getByText('See you on Monday')).toBeVisible()
  await page.unroute(/\/messages(\?|$)/)
  await rewrite(page, /\/messages(\?|$)/, ({ items, ...rest }: { items: Message[] }) => ({
    ...rest,
    items: items.map((item) => (item._id === before?._id ? { ...before, _id: 'another-message' } : item)),
  }))
  await page.reload()
  await expect(log(page).getByText('See you on Monday')).toBeVisible()
  await expect(log(page).getByText('Pay on the first')).toHaveCount(0)
  await others.context().close()
})

test('leaves no private key after signing out if Chat was opened once', { tag: '@desktop' }, async ({ product, page }) => {
  await givenPeople(product)
  await signIn(page, product.origin, asha)
  await goTo(page, 'Chat')
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /General|Announcement/ }).first()).toBeVisible()
  await signOut(page)
  await signIn(page, product.origin, binod)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect(await keptRecords(page)).toBe(0)
})

test('warns if the browser may delete the keys, until it promises to keep them', { tag: '@desktop' }, async ({ product, page }) => {
  await page.addInitScript("navigator.storage.persist = async () => localStorage.promisesToKeep === 'yes'")
  await givenPeople(product)
  await signIn(page, product.origin, asha)
  await goTo(page, 'Chat')
  await setUp(page)
  const warning = 'This browser may delete your keys when it runs out of space. Keep your recovery code.'
  await expect((await openDevices(page)).getByText(warning)).toBeVisible()
  await page.evaluate("localStorage.promisesToKeep = 'yes'")
  await page.reload()
  await expect((await openDevices(page)).getByText('This browser', { exact: true })).toBeVisible()
  await expect(page.getByText(warning)).toHaveCount(0)
})
