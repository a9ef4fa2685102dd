import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { PushMessage } from '#contract/pushMessage.ts'
import { endSessionsOf, hashToken, sweepSessions } from '#server/sessions/sessions.ts'
import type { Given } from '#server/testing/given.ts'
import { browserKeys, claimsOf, givenPushing, untilReceived } from '#server/testing/givenPush.ts'
import { newBrowser } from '#server/testing/pushBrowser.ts'
import { pushLimits } from '../push.contract.ts'
import { notifyOfEnds } from './push.daily.service.ts'
import { notifyPeople } from './push.notify.service.ts'

const notice = (title: string): PushMessage => ({ kind: 'notices', title, tag: 'notices', path: '/notices-tab' })
const message = (text: string): PushMessage => ({ kind: 'messages', sender: 'Meera', text, tag: 'c1', path: '/chat?c=c1' })

const notify = (app: Given, sent: PushMessage, ...people: { _id: string }[]) =>
  notifyPeople(app.platform, async () => people.map(({ _id: personId }) => ({ personId, message: sent })))

const wants = {
  ...{ messages: true, notices: true, dues: true, receipts: true, accountEnds: true, showsText: true },
  quiet: null as { from: string; to: string } | null,
}

/** Returns a function that waits until an outcome is logged: the server gives a notification up. */
const loggedIn = ({ platform }: Given) => {
  const warn = vi.spyOn(platform.log, 'warn')
  return (outcome: object) =>
    vi.waitFor(() => expect(warn.mock.calls).toContainEqual([expect.objectContaining({ outcome }), expect.any(String)]))
}

const subscriptions = async (app: Given): Promise<number> => (await app.db.selectFrom('pushSubscriptions').selectAll().execute()).length

describe('a notification', () => {
  test('reaches every browser of a person, encrypted for each and signed by the key that the browser subscribed with', async () => {
    const { app, service } = await givenPushing()
    const asha = await app.as('student')
    const state = (await asha.get('/push')).body
    expect(state).toMatchObject({ availability: 'on', endpoint: null, preferences: wants })
    const phone = await service.subscribe(asha)
    expect(phone.reply.status).toBe(204)
    expect((await asha.get('/push')).body.endpoint).toBe(phone.endpoint)
    notify(app, notice('Closed on Monday'), asha)
    expect(await untilReceived(phone, 1)).toEqual([notice('Closed on Monday')])
    const [{ headers, body }] = phone.requests() as [ReturnType<typeof phone.requests>[number]]
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '259200', urgency: 'normal' })
    expect(body.includes('Closed')).toBe(false)
    expect(body.length).toBeLessThan(3_000)
    const claims = claimsOf(headers.authorization)
    expect(claims).toMatchObject({ key: state.publicKey, aud: service.origin, sub: 'https://hall.example.org' })
    expect(claims.exp * 1_000 - Date.parse('2026-11-26T05:30:00.000Z')).toBe(12 * 3_600_000)
  })

  test('carries no token, and no text over the limit of push services', async () => {
    const { app, service } = await givenPushing()
    const asha = await app.as('student')
    const phone = await service.subscribe(asha)
    notify(app, message('👨‍👩‍👧‍👦'.repeat(100)), asha)
    expect(await untilReceived(phone, 1)).toEqual([{ kind: 'messages', sender: 'Meera', tag: 'c1', path: '/chat?c=c1' }])
    const all = JSON.stringify(phone.messages())
    expect([asha.token, asha.sessionId, phone.keys.auth].some((secret) => all.includes(secret))).toBe(false)
  })

  test('of a kind that the person does not want is not sent', async () => {
    const { app, service } = await givenPushing()
    const asha = await app.as('student')
    const phone = await service.subscribe(asha)
    await asha.put('/push/preferences', { ...wants, notices: false })
    notify(app, notice('Closed on Monday'), asha)
    notify(app, message('Hello'), asha)
    expect(await untilReceived(phone, 1)).toEqual([message('Hello')])
  })

  test('of a message has no text and no sender if the person hides them', async () => {
    const { app, service } = await givenPushing()
    const asha = await app.as('student')
    const phone = await service.subscribe(asha)
    await asha.put('/push/preferences', { ...wants, showsText: false })
    notify(app, message('Hello'), asha)
    expect(await untilReceived(phone, 1)).toEqual([{ kind: 'messages', tag: 'c1', path: '/chat?c=c1' }])
  })

  test('is not sent in quiet hours', async () => {
    const { app, service } = await givenPushing()
    const asha = await app.as('student')
    const phone = await service.subscribe(asha)
    await asha.put('/push/preferences', { ...wants, quiet: { from: '22:00', to: '11:30' } })
    notify(app, notice('At 11:00'), asha)
    await vi.waitFor(async () => expect(await settled(app)).toBe(true))
    app.advance(30 * 60)
    notify(app, notice('At 11:30'), asha)
    expect(await untilReceived(phone, 1)).toEqual([notice('At 11:30')])
  })

  test('is not sent after the last day of an account', async () => {
    const { app, service } = await givenPushing()
    const [asha, meera] = [await app.as('student', { terminationDate: '2026-11-26' }), await app.as('student')]
    const [phone, other] = [await service.subscribe(asha), await service.subscribe(meera)]
    app.setNow('2026-11-27T05:30:00.000Z')
    notify(app, notice('Closed'), asha, meera)
    await untilReceived(other, 1)
    expect(phone.requests()).toEqual([])
  })

  test('replaces an undelivered one of the same conversation without naming the conversation to the service', async () => {
    const { app, service } = await givenPushing()
    const [asha, meera] = [await app.as('student'), await app.as('student')]
    const [phone, other] = [await service.subscribe(asha), await service.subscribe(meera)]
    notify(app, message('one'), asha, meera)
    notify(app, message('two'), asha)
    await untilReceived(phone, 2)
    await untilReceived(other, 1)
    const [first, second] = phone.requests().map(({ headers }) => headers.topic)
    expect(first).toBe(second)
    expect(first).toMatch(/^[\w-]{32}$/)
    expect(other.requests()[0]?.headers.topic).not.toBe(first)
  })
})

/** Resolves to true once everything that was announced before was looked up. */
const settled = (app: Given): Promise<boolean> =>
  new Promise((resolve) =>
    notifyPeople(app.platform, async () => {
      resolve(true)
      return []
    }),
  )

describe('a subscription', () => {
  test.each<[string, (app: Given, sessionId: string, personId: string) => Promise<unknown>]>([
    ['is revoked', (app, _, id) => endSessionsOf(app.platform, app.db, id)],
    [
      'expires',
      async (app, id) => {
        await app.db.updateTable('sessions').set({ expiresAt: '2026-11-26T05:29:59.999Z' }).where('id', '=', id).execute()
        await sweepSessions(app.platform)
      },
    ],
  ])('ends with a session that %s', async (_, end) => {
    const { app, service } = await givenPushing()
    const [asha, meera] = [await app.as('student'), await app.as('student')]
    const [phone, other] = [await service.subscribe(asha), await service.subscribe(meera)]
    await end(app, asha.sessionId, asha._id)
    expect(await subscriptions(app)).toBe(1)
    notify(app, notice('Closed'), asha, meera)
    await untilReceived(other, 1)
    expect(phone.requests()).toEqual([])
  })

  test('ends at sign-out, at once also for what waits for another try', async () => {
    const { app, service } = await givenPushing()
    const [asha, meera] = [await app.as('student'), await app.as('student')]
    const [phone, other] = [await service.subscribe(asha), await service.subscribe(meera)]
    service.answer(phone.endpoint, { status: 429, headers: { 'retry-after': '1' } })
    service.answer(other.endpoint, { status: 429, headers: { 'retry-after': '1' } })
    notify(app, notice('Closed'), asha, meera)
    await untilReceived(phone, 1)
    expect((await asha.post('/auth/logout')).status).toBe(204)
    await untilReceived(other, 2)
    expect(phone.requests()).toHaveLength(1)
    expect(await subscriptions(app)).toBe(1)
  })

  test('ends with the account', async () => {
    const { app, service } = await givenPushing()
    const [admin, asha] = [await app.as('superadmin'), await app.as('student')]
    await service.subscribe(asha)
    await asha.put('/push/preferences', wants)
    expect((await admin.del(`/user/${asha._id}`)).status).toBeLessThan(300)
    expect(await subscriptions(app)).toBe(0)
    expect(await app.db.selectFrom('pushPreferences').selectAll().execute()).toEqual([])
  })

  test('is deleted once the push service no longer knows it', async () => {
    const { app, service } = await givenPushing()
    const asha = await app.as('student')
    const phone = await service.subscribe(asha)
    service.answer(phone.endpoint, { status: 410 })
    notify(app, notice('Closed'), asha)
    await vi.waitFor(async () => expect(await subscriptions(app)).toBe(0))
    expect((await asha.get('/push')).body.endpoint).toBeNull()
  })

  test('stays after a failure, and the notification is sent again when the service says', async () => {
    const { app, service } = await givenPushing()
    const asha = await app.as('student')
    const phone = await service.subscribe(asha)
    service.answer(phone.endpoint, { status: 503, headers: { 'retry-after': '0' } }, { status: 429, headers: { 'retry-after': '0' } })
    notify(app, notice('Closed'), asha)
    expect(await untilReceived(phone, 3)).toEqual([notice('Closed'), notice('Closed'), notice('Closed')])
    expect(await subscriptions(app)).toBe(1)
  })

  test('gets a notification three times at most, and none after a pause of more than five minutes', async () => {
    const { app, service } = await givenPushing()
    const [asha, meera] = [await app.as('student'), await app.as('student')]
    const [phone, other] = [await service.subscribe(asha), await service.subscribe(meera)]
    service.answer(phone.endpoint, ...Array.from({ length: 5 }, () => ({ status: 503, headers: { 'retry-after': '0' } })))
    service.answer(other.endpoint, { status: 429, headers: { 'retry-after': '301' } })
    const untilLogged = loggedIn(app)
    notify(app, notice('Closed'), asha, meera)
    await untilReceived(phone, 3)
    await untilLogged({ is: 'later', seconds: 0 })
    await untilLogged({ is: 'later', seconds: 301 })
    expect([phone.requests().length, other.requests().length]).toEqual([3, 1])
  })

  test('moves to the person who signs in to the browser next', async () => {
    const { app, service } = await givenPushing()
    const [asha, meera] = [await app.as('student'), await app.as('student')]
    const phone = await service.subscribe(asha)
    expect((await meera.put('/push/subscription', { endpoint: phone.endpoint, keys: phone.keys })).status).toBe(204)
    notify(app, notice('For Asha'), asha)
    notify(app, notice('For Meera'), meera)
    expect(await untilReceived(phone, 1)).toEqual([notice('For Meera')])
  })

  test('of a person is one of ten at most: another one replaces the oldest', async () => {
    const { app, service } = await givenPushing()
    const asha = await app.as('student')
    const first = await service.subscribe(asha)
    for (let at = 0; at < pushLimits.subscriptions; at++) {
      app.advance(1)
      const { token } = await app.as('student')
      await app.db.updateTable('sessions').set({ userId: asha._id }).where('tokenHash', '=', hashToken(token)).execute()
      await service.subscribe({ ...asha, ...app.withToken(token) })
    }
    expect(await subscriptions(app)).toBe(pushLimits.subscriptions)
    expect((await asha.get('/push')).body.endpoint).toBeNull()
    expect(first.reply.status).toBe(204)
  })

  test('can be ended, and ending it again has no effect', async () => {
    const { app, service } = await givenPushing()
    const asha = await app.as('student')
    await service.subscribe(asha)
    expect([(await asha.del('/push/subscription')).status, (await asha.del('/push/subscription')).status]).toEqual([204, 204])
    expect(await subscriptions(app)).toBe(0)
  })

  test.each([
    ['an unknown host', 'https://push.example.net/x'],
    ['a host that only ends like a known one', 'https://evilfcm.googleapis.com/x'],
    ['a host that ends like the subdomains of a known one', 'https://evilpush.apple.com/x'],
    ['a host whose subdomains are known', 'https://push.apple.com/x'],
    ['a known host before another one', 'https://web.push.apple.com.evil.example/x'],
    ['a known host over plain http', 'http://fcm.googleapis.com/x'],
    ['a known host on another port', 'https://fcm.googleapis.com:8443/x'],
    ['a known host as a name before another one', 'https://fcm.googleapis.com@127.0.0.1/x'],
    ['a known host with a user name', 'https://asha@fcm.googleapis.com/x'],
    ['a known host with a password', 'https://:word@fcm.googleapis.com/x'],
    ['a known host with a fragment', 'https://fcm.googleapis.com/x#y'],
    ['a machine of the hall', 'http://192.168.1.1/x'],
    ['a file', 'file:///etc/passwd'],
    ['no address', 'x'],
  ])('with the address of %s is refused', async (_, endpoint) => {
    const { app, service } = await givenPushing()
    const asha = await app.as('student')
    const { keys } = await service.subscribe(asha)
    const reply = await asha.put('/push/subscription', { endpoint, keys })
    expect([reply.status, reply.body.code]).toEqual([400, 'push.unknown_service'])
  })

  test.each([
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
  ])('at %s is accepted', async (endpoint) => {
    const { app, service } = await givenPushing()
    const asha = await app.as('student')
    const { keys } = await service.subscribe(asha)
    expect((await asha.put('/push/subscription', { endpoint, keys })).status).toBe(204)
  })

  test.each([
    [pushLimits.endpoint, 204],
    [pushLimits.endpoint + 1, 400],
  ])('with an address of %i characters gets %i', async (length, status) => {
    const { app, service } = await givenPushing()
    const asha = await app.as('student')
    const { keys } = await service.subscribe(asha)
    expect((await asha.put('/push/subscription', { endpoint: 'https://fcm.googleapis.com/'.padEnd(length, 'x'), keys })).status).toBe(
      status,
    )
  })

  test('of a service that is no longer accepted is deleted without a request', async () => {
    const { app, service } = await givenPushing()
    const asha = await app.as('student')
    const phone = await service.subscribe(asha)
    app.config.pushHosts = []
    notify(app, notice('Closed'), asha)
    await vi.waitFor(async () => expect(await subscriptions(app)).toBe(0))
    expect(phone.requests()).toEqual([])
  })

  test('leads no request to another address: a redirect is not followed', async () => {
    const { app, service } = await givenPushing()
    let isReached = false
    const inside = createServer((_, response) => {
      isReached = true
      response.end()
    }).listen(0, '127.0.0.1')
    await once(inside, 'listening')
    onTestFinished(() => void inside.close())
    const asha = await app.as('student')
    const phone = await service.subscribe(asha)
    const location = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/`
    service.answer(phone.endpoint, { status: 307, headers: { location } })
    const untilLogged = loggedIn(app)
    notify(app, notice('One'), asha)
    await untilLogged({ is: 'refused', status: 307 })
    expect(isReached).toBe(false)
  })

  test('needs keys of a browser', async () => {
    const { app, service } = await givenPushing()
    const asha = await app.as('student')
    const { endpoint, keys } = await service.subscribe(asha)
    const reply = await asha.put('/push/subscription', { endpoint, keys: { ...keys, auth: 'short' } })
    expect([reply.status, reply.body.code]).toEqual([400, 'push.bad_keys'])
  })

  test.each([
    ['without a public address', { publicUrl: undefined }, 'no-address'],
    ['with a public address on plain http', { publicUrl: 'http://hall.example.org' }, 'no-address'],
    ['with OFFLINE=off', { offline: false }, 'offline-off'],
    ['in a public demo', { demo: 'public' as const }, 'demo'],
  ])('is not possible %s, and nothing is sent', async (_, settings, availability) => {
    const { app, service } = await givenPushing()
    const asha = await app.as('student')
    const phone = await service.subscribe(asha)
    Object.assign(app.config, settings)
    expect((await asha.get('/push')).body.availability).toBe(availability)
    const reply = await asha.put('/push/subscription', { endpoint: phone.endpoint, keys: phone.keys })
    expect([reply.status, reply.body.code]).toEqual([409, 'push.unavailable'])
    notify(app, notice('Closed'), asha)
    Object.assign(app.config, { publicUrl: 'https://hall.example.org', offline: true, demo: undefined })
    notify(app, notice('Open'), asha)
    expect(await untilReceived(phone, 1)).toEqual([notice('Open')])
  })
})

test('the end of an account is announced three days before, once for each day of the hall', async () => {
  const { app, service } = await givenPushing()
  const [asha, meera] = [
    await app.as('student', { terminationDate: '2026-11-29' }),
    await app.as('student', { terminationDate: '2026-11-30' }),
  ]
  const [phone, other] = [await service.subscribe(asha), await service.subscribe(meera)]
  app.setNow('2026-11-26T03:29:00.000Z')
  await notifyOfEnds(app.platform)
  app.setNow('2026-11-26T03:30:00.000Z')
  for (let times = 0; times < 3; times++) await notifyOfEnds(app.platform)
  const ends = (day: string): PushMessage => ({ kind: 'accountEnds', day, tag: 'account-ends', path: '/profile' })
  expect(await untilReceived(phone, 1)).toEqual([ends('2026-11-29')])
  app.setNow('2026-11-27T05:30:00.000Z')
  await notifyOfEnds(app.platform)
  expect(await untilReceived(other, 1)).toEqual([ends('2026-11-30')])
  expect(phone.requests()).toHaveLength(1)
})

test('a day on which the server did not run is made up for', async () => {
  const { app, service } = await givenPushing()
  const asha = await app.as('student', { terminationDate: '2026-11-30' })
  const phone = await service.subscribe(asha)
  await notifyOfEnds(app.platform)
  app.setNow('2026-11-28T05:30:00.000Z')
  await notifyOfEnds(app.platform)
  expect(await untilReceived(phone, 1)).toMatchObject([{ day: '2026-11-30' }])
})

describe('a replaced subscription', () => {
  const replacing = async () => {
    const { app, service } = await givenPushing()
    const asha = await app.as('student')
    const [phone, renewed] = [await service.subscribe(asha), newBrowser()]
    const next = { endpoint: `${service.origin}/push/renewed`, keys: renewed.keys }
    const replace = (earlier: { endpoint: string; auth: string }, to: object = next) =>
      app.anyone().post('/push/replacement', { earlier, next: to })
    const endpoint = async () => (await asha.get('/push')).body.endpoint
    return { app, service, asha, phone, next, replace, endpoint, earlier: { endpoint: phone.endpoint, auth: phone.keys.auth } }
  }

  test('takes the place of the earlier one without a token, and gets what comes then', async () => {
    const { app, service, asha, next, replace, endpoint, earlier, phone } = await replacing()
    expect((await replace(earlier)).status).toBe(204)
    expect(await endpoint()).toBe(next.endpoint)
    notify(app, notice('Closed on Monday'), asha)
    await vi.waitFor(() => expect(service.received.map(({ path }) => path)).toEqual(['/push/renewed']))
    expect(phone.requests()).toEqual([])
  })

  test('needs the secret of the earlier one, and its session', async () => {
    const { app, asha, phone, next, replace, endpoint, earlier } = await replacing()
    expect((await replace({ ...earlier, auth: browserKeys.auth })).status).toBe(204)
    expect((await replace({ ...earlier, endpoint: `${earlier.endpoint}0` })).status).toBe(204)
    expect(await endpoint()).toBe(phone.endpoint)
    expect((await replace(earlier, { ...next, endpoint: 'https://evil.example/push' })).status).toBe(400)
    expect((await replace(earlier, { ...next, keys: { p256dh: 'x', auth: 'x' } })).status).toBe(400)
    await app.db.updateTable('sessions').set({ expiresAt: '2020-01-01T00:00:00.000Z' }).where('userId', '=', asha._id).execute()
    expect((await replace(earlier)).status).toBe(204)
    expect((await app.db.selectFrom('pushSubscriptions').select('endpoint').execute()).map((row) => row.endpoint)).toEqual([phone.endpoint])
  })
})
