import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { newBrowser } from '#server/testing/pushBrowser.ts'
import { findChromium } from '../scripts/chromium.ts'
import { expect, expectAccessible, superadmin, test } from './product.ts'
import { enter, signOut } from './screens.ts'

test.use({
  serviceWorkers: 'allow',
  permissions: ['notifications'],
  // The whole browser: only that delivers messages to a page's worker.
  launchOptions: [async ({ launchOptions }, use) => use({ ...launchOptions, executablePath: await findChromium() }), { scope: 'worker' }],
})

const asha = 'asha@example.org'

/** A push service that stores what it receives. */
const startService = async () => {
  const received: Buffer[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    received.push(Buffer.concat(chunks))
    response.writeHead(201).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { received, server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Chromium without Google's services never settles `subscribe`, so the page gets a subscription at our push service. */
const fakeSubscription = (endpoint: string, keys: object): string => `(() => {
  const stored = () => localStorage.getItem('fake-push') && {
    endpoint: ${JSON.stringify(endpoint)},
    options: { applicationServerKey: null },
    toJSON: () => (${JSON.stringify({ endpoint, keys })}),
    unsubscribe: async () => { localStorage.removeItem('fake-push'); return true },
  }
  PushManager.prototype.getSubscription = async () => stored() || null
  PushManager.prototype.subscribe = async () => { localStorage.setItem('fake-push', 'yes'); return stored() }
})()`

/** Delivers a message to the worker of a page as the browser does. */
const deliveryTo = async (page: Page, origin: string) => {
  const session = await page.context().newCDPSession(page)
  const ids: string[] = []
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    ids.push(...registrations.map(({ registrationId }) => registrationId))
  })
  await session.send('ServiceWorker.enable')
  await expect.poll(() => ids.length).toBeGreaterThan(0)
  return (data: string) => session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: ids[0] ?? '', data })
}

const shown = (page: Page): Promise<{ title: string; body: string }[]> =>
  page.evaluate(`(async () => {
    const { ready } = navigator.serviceWorker
    return (await (await ready).getNotifications()).map(({ title, body }) => ({ title, body }))
  })()`)

/** Stores the number on the icon, which a browser without an installed app does not show. The worker sets it when it has shown a message. */
const watchIcon = async (page: Page): Promise<void> => {
  await page.context().serviceWorkers()[0]?.evaluate('navigator.setAppBadge = async (count) => { self.onIcon = count }')
}

const onIcon = (page: Page): Promise<number> | undefined => page.context().serviceWorkers()[0]?.evaluate<number>('self.onIcon')

/** The notifications once the icon has this number: Chromium loses one that is being shown while a page lists them. */
const shownWith = async (page: Page, count: number): Promise<{ title: string; body: string }[]> => {
  await expect.poll(() => onIcon(page)).toBe(count)
  return shown(page)
}

/** Presses the first notification. */
const press = async (page: Page): Promise<void> => {
  const [worker] = page.context().serviceWorkers()
  await worker?.evaluate(`(async () => {
    const [notification] = await self.registration.getNotifications()
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })()`)
}

test('a student turns on notifications, is notified of a payment, and opens the receipt', { tag: '@phone' }, async ({ products, page }) => {
  const service = await startService()
  const { keys, decrypt } = newBrowser()
  const product = await products.start({ PUBLIC_URL: 'https://hall.example.org', PUSH_HOSTS: service.origin })
  try {
    await product.addPerson('student', asha, { name: 'Asha Devi' })
    await page.addInitScript(fakeSubscription(`${service.origin}/push/asha`, keys))
    await enter(page, product, asha, '/profile')
    const card = page.getByRole('region', { name: 'Notifications on your devices' })
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    await card.getByRole('button', { name: 'Turn on' }).click()
    await expect(card.getByText('This device shows notifications, also while Carrel is closed.')).toBeVisible()
    await expectAccessible(page)
    const deliver = await deliveryTo(page, product.origin)

    const staff = await product.tokenOf(superadmin.email)
    const { body } = await product.call('GET', '/user', staff)
    const student = (body as unknown as { items: { _id: string; name: string }[] }).items.find(({ name }) => name === 'Asha Devi')
    const payment = { studentId: student?._id, amount: 500, method: 'cash' }
    expect((await product.call('POST', '/user/fees/payments', staff, payment)).status).toBeLessThan(300)
    await expect.poll(() => service.received.length).toBe(1)

    await watchIcon(page)
    await deliver(decrypt(service.received[0] as Buffer))
    expect(await shownWith(page, 1)).toEqual([{ title: 'Payment received', body: 'You paid ₹500. Press to see the receipt.' }])
    await press(page)
    await expect(page).toHaveURL(/\/receipts\/[\w-]+$/)
    await expect(page.getByText('₹500').first()).toBeVisible()
    expect(await shownWith(page, 0)).toEqual([])

    await test.step('a message opens nothing but this site, and newer ones replace it with a count', async () => {
      const notice = { kind: 'notices', title: 'Closed', tag: 'notices', path: 'https://elsewhere.example/x' }
      await deliver(JSON.stringify(notice))
      expect(await shownWith(page, 1)).toEqual([{ title: 'Notice', body: 'Closed' }])
      await deliver(JSON.stringify({ ...notice, title: 'Open' }))
      expect(await shownWith(page, 2)).toEqual([{ title: '2 new notices', body: 'Open' }])
      await press(page)
      await expect.poll(() => onIcon(page)).toBe(0)
      await expect(page).toHaveURL(/\/(?:dashboard|landing)?$/)
    })

    await test.step('a message is not left for a person who looks at the app', async () => {
      await page.bringToFront()
      const message = { kind: 'messages', sender: 'Meera', text: 'Hello', tag: 'chat-1', path: '/chat?c=1' }
      await deliver(JSON.stringify(message))
      await deliver(JSON.stringify({ kind: 'dues', amount: 500, day: '2026-11-26', tag: 'dues', path: '/profile' }))
      expect(await shownWith(page, 1)).toEqual([{ title: 'Fee due', body: '₹500 is due on 26 Nov 2026.' }])
      await press(page)
      await expect(page).toHaveURL(/\/profile$/)
    })

    await test.step('signing out ends the subscription, and leaves no notification', async () => {
      await page.goto(`${product.origin}/profile`)
      await deliver(JSON.stringify({ kind: 'notices', title: 'Closed', tag: 'notices', path: '/notices-tab' }))
      expect(await shownWith(page, 1)).toHaveLength(1)
      await signOut(page)
      await expect.poll(() => shown(page)).toEqual([])
      await expect.poll(() => page.evaluate("localStorage.getItem('fake-push')")).toBeNull()
    })
  } finally {
    await product.stop()
    service.server.close()
  }
})
