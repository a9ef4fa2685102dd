import { setTimeout as wait } from 'node:timers/promises'
import type { Platform } from '#server/feature/platform.ts'
import { type Outcome, type Push, type Sender, sendPush } from './pushService.ts'

/*
 * Sends push messages after the calls that caused them. They wait in the memory of this process, in limited numbers: a stop or a
 * crash loses them, and nothing else. No call waits for a push service or fails with it.
 */

const MAX_ANNOUNCEMENTS = 1_000
const MAX_WAITING = 10_000
const MAX_REQUESTS = 8
const MAX_TRIES = 3
/** After a failure without `Retry-After`, multiplied with each try. */
const RETRY_SECONDS = 5
/** A service that asks for a longer pause gets no other try. */
const MAX_RETRY_SECONDS = 300

export type Delivery = {
  push: Push
  /** Returns whether the browser may still get it; asked before each try. */
  isWanted: () => Promise<boolean>
  /** The subscription no longer exists. */
  onGone: () => Promise<void>
}

type Sending = Pick<Platform, 'config' | 'log' | 'clock'>
/** Finds out what has to be sent, outside of the call. */
type Announcement = () => Promise<{ sender: Omit<Sender, 'now' | 'config'>; deliveries: readonly Delivery[] } | undefined>

type Outbox = {
  announcements: Announcement[]
  isLoading: boolean
  waiting: { send: () => Promise<void>; since: Date }[]
  requests: number
}

// One for each platform; tests run several in one process.
const outboxes = new WeakMap<Platform['config'], Outbox>()

const outboxOf = ({ config }: Pick<Platform, 'config'>): Outbox => {
  const known = outboxes.get(config) ?? { announcements: [], isLoading: false, waiting: [], requests: 0 }
  outboxes.set(config, known)
  return known
}

/** Since when the next notification of this process has been waiting for its turn. */
export const waitingSince = async (platform: Pick<Platform, 'config'>): Promise<Date | undefined> => outboxOf(platform).waiting[0]?.since

const secondsUntilRetry = (outcome: Outcome, tries: number): number | undefined => {
  if (outcome.is !== 'later' || tries >= MAX_TRIES) return undefined
  const seconds = outcome.seconds ?? RETRY_SECONDS * 4 ** (tries - 1)
  return seconds <= MAX_RETRY_SECONDS ? seconds : undefined
}

const deliver = async (platform: Sending, sender: Omit<Sender, 'now' | 'config'>, delivery: Delivery, tries = 1): Promise<void> => {
  if (!(await delivery.isWanted())) return
  const outcome = await sendPush({ ...sender, config: platform.config, now: platform.clock() }, delivery.push)
  if (outcome.is === 'sent') return
  if (outcome.is === 'gone') return delivery.onGone()
  const seconds = secondsUntilRetry(outcome, tries)
  // The address is a secret of the browser, so only the host is logged.
  const known = { service: new URL(delivery.push.endpoint).host, outcome }
  if (seconds === undefined) return platform.log.warn(known, 'a push service did not accept a notification')
  // Others are sent in the meantime.
  void wait(seconds * 1_000, undefined, { ref: false }).then(() => enqueue(platform, () => deliver(platform, sender, delivery, tries + 1)))
}

const enqueue = (platform: Sending, send: () => Promise<void>): void => {
  const outbox = outboxOf(platform)
  if (outbox.waiting.length >= MAX_WAITING) return void platform.log.warn('too many notifications are waiting: one was dropped')
  outbox.waiting.push({ send, since: platform.clock() })
  sendNext(platform, outbox)
}

const sendNext = (platform: Sending, outbox: Outbox): void => {
  if (outbox.requests >= MAX_REQUESTS) return
  const next = outbox.waiting.shift()
  if (!next) return
  outbox.requests++
  void next
    .send()
    .catch((error: unknown) => platform.log.debug({ err: error }, 'a notification was not sent'))
    .finally(() => {
      outbox.requests--
      sendNext(platform, outbox)
    })
}

/** One after the other, so that many at once do not keep the database from calls. */
const loadNext = async (platform: Sending, outbox: Outbox): Promise<void> => {
  if (outbox.isLoading) return
  outbox.isLoading = true
  for (let next = outbox.announcements.shift(); next; next = outbox.announcements.shift()) {
    try {
      const { sender, deliveries } = (await next()) ?? {}
      for (const delivery of deliveries ?? []) if (sender) enqueue(platform, () => deliver(platform, sender, delivery))
    } catch (error) {
      platform.log.debug({ err: error }, 'notifications were not sent')
    }
  }
  outbox.isLoading = false
}

/** Sends what an announcement finds out, later. Never throws. */
export const announce = (platform: Sending, announcement: Announcement): void => {
  const outbox = outboxOf(platform)
  if (outbox.announcements.length >= MAX_ANNOUNCEMENTS)
    return void platform.log.warn('too many notifications are waiting: some were dropped')
  outbox.announcements.push(announcement)
  void loadNext(platform, outbox)
}
