import { screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Role } from '#contract/actor.ts'
import type { FakeReply } from '#web/testing/fakeServer.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { holdTimers } from '#web/testing/holdTimers.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type PushPreferences, type PushState, pushApi } from '../push.contract.ts'
import { keepSubscribed } from './keepSubscribed.ts'
import { PushSettings } from './PushSettings.tsx'
import { SUBSCRIBE_TIMEOUT_MS } from './subscribeHere.ts'

const preferences: PushPreferences = {
  ...{ messages: true, notices: true, dues: true, receipts: true, accountEnds: true, showsText: true },
  quiet: null,
}
const state = (change: Partial<PushState> = {}): PushState => ({
  ...{ availability: 'on', publicKey: 'BPub', endpoint: null, preferences },
  ...change,
})

const subscription = (endpoint: string) => ({
  endpoint,
  options: { applicationServerKey: new Uint8Array([4, 251, 155]).buffer },
  toJSON: () => ({ endpoint, keys: { p256dh: 'browser-key', auth: 'browser-secret' } }),
  unsubscribe: vi.fn(async () => true),
})
type Subscribed = ReturnType<typeof subscription>

type BrowserParts = {
  permission?: NotificationPermission
  /** What the person answers. */
  answer?: NotificationPermission
  here?: Subscribed | null
  subscribe?: () => Promise<Subscribed>
  hasWorker?: boolean
}

/** A browser that can show notifications. */
const givenBrowser = ({ permission = 'default', answer = 'granted', here = null, subscribe, hasWorker = true }: BrowserParts = {}) => {
  let current = here
  const asked = vi.fn(
    subscribe ??
      (async () => {
        current = subscription('https://push.example/new')
        return current
      }),
  )
  const registration = {
    active: {},
    getNotifications: async () => [],
    pushManager: { getSubscription: async () => current, subscribe: asked },
  }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission, requestPermission: async () => answer })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => (hasWorker ? registration : undefined) },
  })
  return { asked }
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const show = (given: Partial<PushState>, { as = 'student', replies = [] }: { as?: Role; replies?: FakeReply[] } = {}) =>
  renderPage(<PushSettings />, { as, replies: [reply(pushApi.state, state(given)), ...replies] })

const turnOn = () => screen.findByRole('button', { name: 'Turn on' })

describe('this device', () => {
  test('turns on notifications with the key of the hall', async () => {
    const { asked } = givenBrowser()
    let endpoint: string | null = null
    const { user, calls } = renderPage(<PushSettings />, {
      as: 'student',
      replies: [
        reply(pushApi.state, () => state({ endpoint })),
        reply(pushApi.subscribe, ({ body }) => {
          endpoint = String(body.endpoint)
          return undefined
        }),
      ],
    })
    await user.click(await turnOn())
    expect(await screen.findByText('This device shows notifications, also while Carrel is closed.')).toBeTruthy()
    expect(asked).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BPub' })
    const sent = calls.find(({ endpoint: { path } }) => path === '/push/subscription')?.received.body
    expect(sent).toEqual({ endpoint: 'https://push.example/new', keys: { p256dh: 'browser-key', auth: 'browser-secret' } })
  })

  test('that gets notifications can turn them off, in the browser too', async () => {
    const here = subscription('https://push.example/mine')
    givenBrowser({ permission: 'granted', here })
    const { user } = show({ endpoint: 'https://push.example/mine' }, { replies: [reply(pushApi.unsubscribe, undefined)] })
    await user.click(await screen.findByRole('button', { name: 'Turn off' }))
    await vi.waitFor(() => expect(here.unsubscribe).toHaveBeenCalled())
  })

  test('whose browser has another subscription than the server counts as off', async () => {
    givenBrowser({ permission: 'granted', here: subscription('https://push.example/other') })
    show({ endpoint: 'https://push.example/mine' })
    expect(await turnOn()).toBeTruthy()
  })

  test('replaces a subscription that belongs to the key of another installation', async () => {
    const earlier = subscription('https://push.example/earlier')
    const { asked } = givenBrowser({ here: earlier })
    const { user } = show({ publicKey: 'BAnother' }, { replies: [reply(pushApi.subscribe, undefined)] })
    await user.click(await turnOn())
    await vi.waitFor(() => expect(asked).toHaveBeenCalled())
    expect(earlier.unsubscribe).toHaveBeenCalled()
  })

  test('says so after ten seconds if the browser never answers, and can try again', async () => {
    givenBrowser({ subscribe: () => new Promise(() => {}) })
    const { user } = show({})
    const { count, run } = holdTimers(SUBSCRIBE_TIMEOUT_MS)
    await user.click(await turnOn())
    expect(await screen.findByText('Please choose Allow if your browser asks.')).toBeTruthy()
    await vi.waitFor(() => expect(count()).toBeGreaterThan(0))
    await run()
    expect(await screen.findByText(/Your browser did not answer/)).toBeTruthy()
    expect((await turnOn()).hasAttribute('disabled')).toBe(false)
  })

  test.each<[string, BrowserParts, RegExp]>([
    ['the person blocks them', { answer: 'denied' }, /Your browser blocks notifications for this page/],
    ['the person closes the question', { answer: 'default' }, /You did not allow notifications/],
    ['the worker is missing', { hasWorker: false }, /Reload the page and try again/],
    [
      'the push service cannot be reached',
      { subscribe: () => Promise.reject(new Error('no internet')) },
      /could not reach its notification service\. Check your internet connection/,
    ],
  ])('says what to do if %s', async (_, browser, sentence) => {
    givenBrowser(browser)
    const { user } = show({})
    await user.click(await turnOn())
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
  })

  test('whose browser blocks notifications says how to allow them', async () => {
    givenBrowser({ permission: 'denied' })
    show({})
    expect(await screen.findByText(/Your browser blocks them for this page/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull()
  })

  test('whose browser cannot show notifications says what to do on an iPhone', async () => {
    vi.stubGlobal('isSecureContext', true)
    show({})
    expect(await screen.findByText(/add Carrel to the Home Screen/)).toBeTruthy()
  })

  test('on plain http names the reason, and whom to ask', async () => {
    vi.stubGlobal('isSecureContext', false)
    show({ availability: 'no-address' })
    expect(await screen.findByText('They need an address that starts with https. Please ask the office.')).toBeTruthy()
  })

  test.each<[PushState['availability'], Role, RegExp]>([
    ['no-address', 'student', /no public address that starts with https yet\. Please ask the office\./],
    ['no-address', 'superadmin', /“Notifications” in docs\/operations\.md: set PUBLIC_URL/],
    ['offline-off', 'manager', /“Notifications” in docs\/operations\.md: start Carrel without OFFLINE=off/],
    ['demo', 'student', /The demo sends none\./],
  ])('where notifications are not available (%s) tells a %s why and what to do', async (availability, as, sentence) => {
    givenBrowser()
    show({ availability }, { as })
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull()
  })
})

describe('preferences', () => {
  test('are saved at once', async () => {
    givenBrowser()
    let saved = preferences
    const { user } = renderPage(<PushSettings />, {
      as: 'student',
      replies: [
        reply(pushApi.state, () => state({ preferences: saved })),
        reply(pushApi.setPreferences, ({ body }) => {
          saved = body as unknown as PushPreferences
          return saved
        }),
      ],
    })
    await user.click(await screen.findByRole('switch', { name: 'Notices' }))
    await vi.waitFor(() => expect(saved.notices).toBe(false))
    await user.click(screen.getByRole('switch', { name: 'Show sender and text of messages' }))
    await vi.waitFor(() => expect(saved).toEqual({ ...preferences, notices: false, showsText: false }))
    await user.click(screen.getByRole('switch', { name: 'Quiet hours' }))
    await vi.waitFor(() => expect(saved.quiet).toEqual({ from: '22:00', to: '07:00' }))
    expect(screen.getByLabelText('From')).toHaveProperty('value', '22:00')
  })

  test('of staff have no fees of their own', async () => {
    givenBrowser()
    show({}, { as: 'manager' })
    expect(await screen.findByRole('switch', { name: 'Chat messages' })).toBeTruthy()
    expect(screen.queryByRole('switch', { name: 'Payments and receipts' })).toBeNull()
  })
})

describe('a subscription that the browser has replaced', () => {
  test.each([
    ['is reported', 'https://push.example/earlier', 1],
    ['is left alone if the server knows it', 'https://push.example/now', 0],
    ['is left alone if this session gets no notifications', null, 0],
  ])('%s', async (_, endpoint, times) => {
    givenBrowser({ permission: 'granted', here: subscription('https://push.example/now') })
    const { calls } = renderPage(null, {
      as: 'student',
      replies: [reply(pushApi.state, state({ endpoint, publicKey: 'BPub' })), reply(pushApi.subscribe, undefined)],
    })
    await keepSubscribed()
    expect(calls.filter(({ endpoint: { method } }) => method === 'PUT')).toHaveLength(times)
  })
})
