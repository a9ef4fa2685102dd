/*
 * What a person must not learn or get, and the line that stops it. A session that has ended gets nothing, also not what waited for
 * another try (`isWanted`), and neither does an ended account (`isExpired`). A text that the person hides is removed here, before it
 * is encrypted (`asWanted`). A conversation that is encrypted end to end gives no text to this function at all.
 */
import { createHmac } from 'node:crypto'
import { wallClockIn } from '#contract/day.ts'
import type { PushKind, PushMessage } from '#contract/pushMessage.ts'
import { changesOf } from '#server/feature/changes.ts'
import type { Platform } from '#server/feature/platform.ts'
import { type HallClock, withHallClock } from '#server/hallDay.ts'
import { MAX_PLAIN_BYTES } from '#server/push/encrypt.ts'
import { announce, type Delivery } from '#server/push/outbox.ts'
import type { Push } from '#server/push/pushService.ts'
import { isExpired } from '#server/sessions/sessions.ts'
import { DAY } from '#server/time.ts'
import { isQuietAt } from '../push.policy.ts'
import { senderOf } from './push.availability.ts'
import * as rows from './push.db.ts'
import { toPreferences } from './push.preferences.ts'

export type Notifying = Pick<Platform, 'config' | 'db' | 'clock' | 'log' | 'live'>

/** A notification for one person. */
export type Notification = { personId: string; message: PushMessage }

/** People whose browsers are looked up with one query. */
const BATCH = 500

const ttlSeconds: Record<PushKind, number> = { messages: DAY, notices: 3 * DAY, dues: DAY, receipts: DAY, accountEnds: DAY }

const asWanted = (message: PushMessage, showsText: boolean): PushMessage =>
  message.kind === 'messages' && !showsText ? { kind: 'messages', tag: message.tag, path: message.path } : message

/** Returns a message as JSON, without its text if it would be too long. */
const textOf = (message: PushMessage): string => {
  const whole = JSON.stringify(message)
  if (Buffer.byteLength(whole) <= MAX_PLAIN_BYTES) return whole
  return JSON.stringify({ ...message, text: undefined })
}

/** The service sees whether a message replaces another one of this browser, and nothing else. */
const topicOf = (auth: string, tag: string): string => createHmac('sha256', auth).update(tag).digest('base64url').slice(0, 32)

const pushTo = ({ endpoint, p256dh, auth }: rows.BrowserRow, message: PushMessage): Push => ({
  endpoint,
  p256dh,
  auth,
  text: textOf(message),
  ttlSeconds: ttlSeconds[message.kind],
  urgency: message.kind === 'messages' ? 'high' : 'normal',
  topic: topicOf(auth, message.tag),
})

const deliveryTo = (platform: Notifying, browser: rows.BrowserRow, message: PushMessage): Delivery => {
  const { sessionId, userId, endpoint } = browser
  return {
    push: pushTo(browser, message),
    isWanted: () => rows.isLive(platform.db, sessionId, endpoint, platform.clock().toISOString()),
    onGone: async () => {
      const { transact, notify } = changesOf(platform, ['sessions'])
      notify('sessions', [userId])
      await transact((tx) => rows.drop(tx, sessionId, endpoint))
    },
  }
}

/** Returns what this browser gets now: nothing in quiet hours, after the last day, or of a kind that the person does not want. */
const wantedBy = (hall: HallClock & Notifying, browser: rows.BrowserRow, message: PushMessage): PushMessage | undefined => {
  const now = hall.clock()
  const preferences = toPreferences(browser)
  const time = wallClockIn(hall.config.timeZone, now).slice(11, 16)
  if (!preferences[message.kind] || isQuietAt(preferences.quiet, time) || isExpired(hall, browser.terminationDate, now)) return undefined
  return asWanted(message, preferences.showsText)
}

const deliveriesOf = async (platform: Notifying, notifications: readonly Notification[]): Promise<Delivery[]> => {
  const hall = await withHallClock(platform)
  const of = new Map(notifications.map(({ personId, message }) => [personId, message]))
  const ids = [...of.keys()]
  const deliveries: Delivery[] = []
  for (let at = 0; at < ids.length; at += BATCH) {
    for (const browser of await rows.browsersOf(platform.db, ids.slice(at, at + BATCH), platform.clock().toISOString())) {
      const message = of.get(browser.userId)
      const wanted = message && wantedBy(hall, browser, message)
      if (wanted) deliveries.push(deliveryTo(platform, browser, wanted))
    }
  }
  return deliveries
}

/**
 * Sends notifications, at most one to each person. Call it after the commit: it returns at once and never throws. `find` runs later,
 * with the people who get notifications at all; while there are none, it does not run.
 */
export const notifyPeople = (platform: Notifying, find: (subscribers: readonly string[]) => Promise<readonly Notification[]>): void =>
  announce(platform, async () => {
    const sender = await senderOf(platform)
    if (!sender) return undefined
    const subscribers = await rows.subscribers(platform.db)
    if (subscribers.length === 0) return undefined
    return { sender, deliveries: await deliveriesOf(platform, await find(subscribers)) }
  })
