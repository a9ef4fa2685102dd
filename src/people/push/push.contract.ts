import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'

export const pushLimits = {
  /** Browsers of one person; another one replaces the oldest. */
  subscriptions: 10,
  /** The address of a subscription. */
  endpoint: 2_000,
} as const

export const pushErrors = {
  unavailable: { code: 'push.unavailable', status: 409, message: 'This hall cannot send notifications yet. Please ask the office.' },
  unknownService: {
    code: 'push.unknown_service',
    status: 400,
    message: 'This browser uses a notification service that Carrel does not know.',
  },
  badKeys: { code: 'push.bad_keys', status: 400, message: 'The browser sent keys that cannot be used. Please try again.' },
  noSession: { code: 'push.no_session', status: 409, message: 'Please sign in again, and then turn on notifications.' },
} satisfies Errors

/** Why this installation sends no notifications, or `on`. */
export const PushAvailability = z.enum(['on', 'no-address', 'offline-off', 'demo'])
export type PushAvailability = z.infer<typeof PushAvailability>

const time = z.string('Please enter a time').check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time'))

/** Times of day in the hall's zone; they may go over midnight. */
const QuietHours = z.object({ from: time, to: time })

export const PushPreferences = z.object({
  messages: z.boolean(),
  notices: z.boolean(),
  dues: z.boolean(),
  receipts: z.boolean(),
  accountEnds: z.boolean(),
  /** Whether notifications of messages show the sender and the text. */
  showsText: z.boolean(),
  quiet: z.nullable(QuietHours),
})
export type PushPreferences = z.infer<typeof PushPreferences>

export const PushState = z.object({
  availability: PushAvailability,
  /** With which a browser subscribes, in base64url. */
  publicKey: z.string(),
  /** The subscription of the caller's session, if it has one. */
  endpoint: z.nullable(z.string()),
  preferences: PushPreferences,
})
export type PushState = z.infer<typeof PushState>

const key = z.string('Invalid key').check(z.maxLength(100, 'Invalid key'), z.regex(/^[\w-]+$/, 'Invalid key'))

const address = z.string('Invalid address').check(z.maxLength(pushLimits.endpoint, `Please use at most ${pushLimits.endpoint} characters`))

const Subscription = z.object({
  endpoint: address,
  keys: z.object({ p256dh: key, auth: key }),
})

export const pushApi = {
  state: endpoint({
    method: 'GET',
    path: '/push',
    access: 'member',
    shows: ['sessions'],
    summary: 'Whether notifications can be sent, whether this session gets them, and what you want to be notified about',
    reply: PushState,
  }),
  subscribe: endpoint({
    method: 'PUT',
    path: '/push/subscription',
    access: 'member',
    changes: ['sessions'],
    summary: 'Sends notifications to this browser for as long as the session lasts; another call replaces its subscription',
    body: Subscription,
    errors: pushErrors,
  }),
  replace: endpoint({
    method: 'POST',
    path: '/push/replacement',
    access: 'anyone',
    changes: ['sessions'],
    rate: 'push',
    summary:
      'The subscription of a browser that has replaced it, in place of the earlier one, which the browser proves with its secret `auth`; without such a subscription it has no effect',
    body: z.object({ earlier: z.object({ endpoint: address, auth: key }), next: Subscription }),
    errors: pushErrors,
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/push/subscription',
    access: 'member',
    changes: ['sessions'],
    summary: 'Sends no more notifications to this browser; repeating it has no effect',
  }),
  setPreferences: endpoint({
    method: 'PUT',
    path: '/push/preferences',
    access: 'member',
    changes: ['sessions'],
    summary: 'Changes what you are notified about, on all your devices',
    body: PushPreferences,
    reply: PushPreferences,
  }),
}
