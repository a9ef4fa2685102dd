import { afterEach, expect, test, vi } from 'vitest'
import { reportReplacement, type SubscriptionChange } from './replacement.ts'

afterEach(() => vi.unstubAllGlobals())

const subscription = (name: string) =>
  ({
    options: { applicationServerKey: new Uint8Array([1]).buffer },
    toJSON: () => ({ endpoint: `https://fcm.googleapis.com/fcm/send/${name}`, keys: { p256dh: `key-${name}`, auth: `secret-${name}` } }),
  }) as unknown as PushSubscription

const givenWorker = () => {
  const subscribe = vi.fn(async () => subscription('fresh'))
  const fetch = vi.fn(async () => new Response(null, { status: 204 }))
  vi.stubGlobal('self', { registration: { pushManager: { subscribe } } })
  vi.stubGlobal('fetch', fetch)
  const reported = () => fetch.mock.calls.map((sent) => JSON.parse((sent as unknown as [string, { body: string }])[1].body))
  return { subscribe, reported }
}
const change = (given: Partial<SubscriptionChange>) => given as SubscriptionChange

test('a replaced subscription is reported with the secret of the earlier one', async () => {
  const { subscribe, reported } = givenWorker()
  await reportReplacement(change({ oldSubscription: subscription('old'), newSubscription: subscription('new') }))
  expect(subscribe).not.toHaveBeenCalled()
  expect(reported()).toEqual([
    {
      earlier: { endpoint: 'https://fcm.googleapis.com/fcm/send/old', auth: 'secret-old' },
      next: { endpoint: 'https://fcm.googleapis.com/fcm/send/new', keys: { p256dh: 'key-new', auth: 'secret-new' } },
    },
  ])
})

test('a subscription that has ended is made again with the same key, and reported', async () => {
  const { subscribe, reported } = givenWorker()
  await reportReplacement(change({ oldSubscription: subscription('old'), newSubscription: null }))
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: new Uint8Array([1]).buffer })
  expect(reported()).toMatchObject([{ next: { keys: { auth: 'secret-fresh' } } }])
})

test('without the earlier subscription nothing is sent', async () => {
  const { reported } = givenWorker()
  await reportReplacement(change({ oldSubscription: null, newSubscription: subscription('new') }))
  expect(reported()).toEqual([])
})
