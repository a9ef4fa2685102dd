/*
 * Attacks, and the line that stops each. The address of a subscription comes from the browser, so a person could make the server
 * send requests to a machine of the hall's network: only known push services and those of `PUSH_HOSTS` are accepted, when a
 * browser subscribes and again before each request (`isPushEndpoint`). A service cannot lead the request elsewhere: redirects are
 * not followed (`redirect: 'manual'`). It cannot hold the server up: each request has a time limit, and its reply is not read.
 */
import type { Config } from '#server/config.ts'
import { encryptPush, type PushKeys, padded } from './encrypt.ts'
import { type Vapid, vapidHeader } from './vapid.ts'

/** The services of Chrome and its relatives, Firefox, Safari and Edge. A name that begins with a dot stands for its subdomains. */
const services = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com'] as const

const isKnown = ({ protocol, host, hostname }: URL): boolean =>
  protocol === 'https:' &&
  host === hostname &&
  services.some((service) => (service.startsWith('.') ? hostname.endsWith(service) : hostname === service))

/** Returns whether this is an address of a push service that the server may send to. */
export const isPushEndpoint = ({ pushHosts }: Pick<Config, 'pushHosts'>, endpoint: string): boolean => {
  if (!URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  return url.username === '' && url.password === '' && url.hash === '' && (isKnown(url) || pushHosts.includes(url.origin))
}

export type Push = PushKeys & {
  endpoint: string
  text: string
  /** How long the service stores it for a device that is away. */
  ttlSeconds: number
  urgency: 'normal' | 'high'
  /** Replaces a stored message with the same topic: at most 32 characters of base64url. */
  topic: string
}

export type Sender = { config: Pick<Config, 'pushHosts'>; vapid: Vapid; subject: string; now: Date }

/** `gone`: the subscription no longer exists. `refused`: another attempt would fail too. */
export type Outcome = { is: 'sent' | 'gone' } | { is: 'refused'; status: number } | { is: 'later'; seconds: number | undefined }

/** Time limit of one request (ms). */
const TIMEOUT_MS = 10_000

const secondsOf = (retryAfter: string | null, now: Date): number | undefined => {
  if (retryAfter === null) return undefined
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - now.getTime()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

const outcomeOf = ({ status, headers }: Response, now: Date): Outcome => {
  if (status >= 200 && status < 300) return { is: 'sent' }
  if (status === 404 || status === 410) return { is: 'gone' }
  if (status === 429 || status >= 500) return { is: 'later', seconds: secondsOf(headers.get('retry-after'), now) }
  return { is: 'refused', status }
}

/** Sends one message to a push service. Never throws. */
export const sendPush = async ({ config, vapid, subject, now }: Sender, push: Push): Promise<Outcome> => {
  if (!isPushEndpoint(config, push.endpoint)) return { is: 'gone' }
  try {
    const response = await fetch(push.endpoint, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(push.ttlSeconds),
        urgency: push.urgency,
        topic: push.topic,
        authorization: vapidHeader(vapid, new URL(push.endpoint).origin, subject, now),
      },
      body: new Uint8Array(encryptPush(push, padded(Buffer.from(push.text)))),
    })
    await response.body?.cancel()
    return outcomeOf(response, now)
  } catch {
    return { is: 'later', seconds: undefined }
  }
}
