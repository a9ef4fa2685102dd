/*
 * What an attacker can do here, and which line stops it. A stolen database holds SHA-256 of tokens alone, and a
 * token is 256 random bits, so it opens no session (`hashToken`). A token that was ended stays dead at once, since
 * every call asks the database (`findSession`). A session that nobody uses dies by itself (`expiresAt`).
 */

import { hash, randomBytes } from 'node:crypto'
import type { Actor } from '#contract/actor.ts'
import { dayIn } from '#contract/day.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { newId } from '#server/db/ids.ts'
import type { Db } from '#server/db/tables.ts'
import { byId, pageOf } from '#server/http/paging.ts'
import type { Platform } from '#server/platform.ts'
import { after, DAY, MINUTE } from '#server/time.ts'
import * as rows from './sessions.db.ts'

/** `expiresAt` and `terminationDate` tell until when it lives without being used. */
export type LiveSession = { me: Actor; sessionId: string; expiresAt: string; terminationDate: string | null }

export const hashToken = (token: string): string => hash('sha256', token)

/** Makes a secret of 256 bits, 43 characters of base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')

// The name of a scheme is written in any case (RFC 9110, 11.1).
const tokenShape = /^(?:Bearer +)?([a-z0-9_-]{43})$/i

/** The token of an `Authorization` header, raw or after `Bearer `. */
export const tokenOf = (header: string | undefined): string | undefined => tokenShape.exec(header ?? '')?.[1]

/** Whether the account's last day is over in the institution's zone. */
export const isExpired = (platform: Pick<Platform, 'config'>, terminationDate: string | null, now: Date): boolean =>
  terminationDate !== null && terminationDate < dayIn(platform.config.timeZone, now)

type Row = NonNullable<Awaited<ReturnType<typeof rows.byToken>>>

const toSession = (row: Row): LiveSession => ({
  me: { _id: row.userId, name: row.name, role: row.role },
  sessionId: row.id,
  expiresAt: row.expiresAt,
  terminationDate: row.terminationDate,
})

const judge = (platform: Platform, row: Row | undefined, now: Date): LiveSession | undefined => {
  if (!row || row.expiresAt <= now.toISOString()) return undefined
  if (isExpired(platform, row.terminationDate, now)) throw new AppError(commonErrors.expired, { expired: true })
  return toSession(row)
}

/** Who a token belongs to, or nothing. Throws `expired` where the account's last day is over. */
export const findSession = async (platform: Platform, token: string, now: Date): Promise<LiveSession | undefined> => {
  const row = await rows.byToken(platform.db, hashToken(token))
  const session = judge(platform, row, now)
  if (row && session) await extend(platform, row, now)
  return session
}

/** Who a session belongs to while it lives, for links that are bound to it. Throws as `findSession`. */
export const liveSession = async (platform: Platform, id: string, now: Date): Promise<LiveSession | undefined> =>
  judge(platform, await rows.byId(platform.db, id), now)

const batch = 1_000

/** Those of these sessions that nobody has ended, by their ids; whether one has expired is for the caller to judge. */
export const sessionsAmong = async (db: Db, ids: readonly string[]): Promise<Map<string, LiveSession>> => {
  const found = new Map<string, LiveSession>()
  for (let at = 0; at < ids.length; at += batch)
    for (const row of await rows.byIds(db, ids.slice(at, at + batch))) found.set(row.id, toSession(row))
  return found
}

// Written at most every ten minutes, so that reading stays reading.
const extend = async ({ db, config }: Platform, row: Row, now: Date): Promise<void> => {
  if (now.getTime() - Date.parse(row.lastUsedAt) < 10 * MINUTE * 1_000) return
  await rows.touch(db, row.id, now.toISOString(), after(now, config.sessionDays * DAY))
}

/** Starts a session and answers its token, which is kept nowhere. */
export const startSession = async (
  { config }: Pick<Platform, 'config'>,
  db: Db,
  { userId, device, now }: { userId: string; device: string; now: Date },
): Promise<{ token: string; sessionId: string }> => {
  const token = newToken()
  const sessionId = newId()
  const at = now.toISOString()
  await rows.insert(db, {
    id: sessionId,
    userId,
    tokenHash: hashToken(token),
    device,
    createdAt: at,
    lastUsedAt: at,
    expiresAt: after(now, config.sessionDays * DAY),
  })
  return { token, sessionId }
}

/** Ends a person's sessions inside a transaction; give the answer to `live.endSessions` after the commit. */
export const endSessionsOf = async (db: Db, userId: string, { except }: { except?: string } = {}): Promise<string[]> =>
  (await rows.removeOf(db, userId, except)).map(({ id }) => id)

/** Ends one session of a person; returns whether there was one. */
export const endSession = async (db: Db, userId: string, id: string): Promise<boolean> => (await rows.remove(db, userId, id)).length > 0

type Page = { userId: string; currentId: string; now: Date; limit: number; cursor?: string | undefined }

/** One page of a person's live sessions, newest first. */
export const listSessions = async (db: Db, { userId, currentId, now, ...query }: Page) => {
  const { items, nextCursor } = await pageOf(byId, query, (limit, after) => rows.pageOf(db, userId, now.toISOString(), limit, after))
  return { items: items.map(({ id, ...row }) => ({ _id: id, ...row, isCurrent: id === currentId })), nextCursor }
}

/** Forgets sessions that nobody used for too long. */
export const sweepSessions = async ({ db, clock, live }: Platform): Promise<void> => {
  live.endSessions((await rows.removeExpired(db, clock().toISOString())).map(({ id }) => id))
}

const systems: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]
const browsers: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

/** A short name for a browser, such as `Chrome, Android`; empty where nothing is known. */
export const deviceOf = (userAgent: string): string =>
  [browsers, systems].flatMap((table) => table.find(([shape]) => shape.test(userAgent))?.[1] ?? []).join(', ')
