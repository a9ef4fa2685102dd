/*
 * Attacks, and the line that stops each. A stolen database has only the SHA-256 of tokens, and a token is 256 random bits, so it
 * opens no session (`hashToken`). An ended token is dead at once, since every call asks the database (`findSession`). An unused
 * session expires (`expiresAt`).
 */

import { hash, randomBytes } from 'node:crypto'
import type { Actor } from '#contract/actor.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { type DayStarts, dayStartsIn } from '#server/db/dayStarts.ts'
import { newId } from '#server/db/ids.ts'
import type { SessionsTable } from '#server/db/tables/platform.ts'
import type { Db } from '#server/db/tables.ts'
import { isReadOnly } from '#server/db/writeGate.ts'
import type { Platform } from '#server/feature/platform.ts'
import { type HallClock, hallDay } from '#server/hallDay.ts'
import { byId, pageOf } from '#server/http/paging.ts'
import { after, DAY, MINUTE } from '#server/time.ts'
import { dropHeld, heldById, heldByToken, heldOf, holdSession } from './heldSessions.ts'
import * as rows from './sessions.db.ts'

/** `expiresAt` and `terminationDate` limit its life without use. `dayStarts` is read with it, so that no call has to ask for it. */
export type LiveSession = { me: Actor; sessionId: string; expiresAt: string; terminationDate: string | null; dayStarts: DayStarts }

export const hashToken = (token: string): string => hash('sha256', token)

/** Makes a secret of 256 bits, 43 characters of base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')

// The name of a scheme is case-insensitive (RFC 9110, 11.1).
const tokenShape = /^(?:Bearer +)?([a-z0-9_-]{43})$/i

/** Returns the token of an `Authorization` header, raw or after `Bearer `. */
export const tokenOf = (header: string | undefined): string | undefined => tokenShape.exec(header ?? '')?.[1]

/** Returns whether the account's last day is over in the hall. */
export const isExpired = (clock: HallClock, terminationDate: string | null, now: Date): boolean =>
  terminationDate !== null && terminationDate < hallDay(clock, now)

const toSession = (row: rows.SessionRow): LiveSession => ({
  me: { _id: row.userId, name: row.name, role: row.role },
  sessionId: row.id,
  expiresAt: row.expiresAt,
  terminationDate: row.terminationDate,
  dayStarts: dayStartsIn(row.hall),
})

const toLiveSession = ({ config }: Pick<Platform, 'config'>, row: rows.SessionRow | undefined, now: Date): LiveSession | undefined => {
  if (!row || row.expiresAt <= now.toISOString()) return undefined
  const session = toSession(row)
  if (isExpired({ config, dayStarts: session.dayStarts }, row.terminationDate, now))
    throw new AppError(commonErrors.expired, { expired: true })
  return session
}

/** Returns the person of a token, or undefined. Throws `expired` if the account's last day is over. */
export const findSession = async (platform: Platform, token: string, now: Date): Promise<LiveSession | undefined> => {
  const tokenHash = hashToken(token)
  const row = await rows.byToken(platform.db, tokenHash)
  const session = toLiveSession(platform, row ?? (await heldByToken(platform, tokenHash)), now)
  if (row && session) await extend(platform, row, now)
  return session
}

/** Returns the person of a live session, for links that are bound to it. Throws like `findSession`. */
export const liveSession = async (platform: Pick<Platform, 'config' | 'db'>, id: string, now: Date): Promise<LiveSession | undefined> =>
  toLiveSession(platform, (await rows.byId(platform.db, id)) ?? (await heldById(platform, id)), now)

const batch = 1_000

/** Returns those of these sessions that nobody has ended, by their ids; the caller checks whether one has expired. */
export const sessionsAmong = async (
  platform: Pick<Platform, 'config' | 'db'>,
  ids: readonly string[],
): Promise<Map<string, LiveSession>> => {
  const found = new Map<string, LiveSession>()
  for (let at = 0; at < ids.length; at += batch)
    for (const row of await rows.byIds(platform.db, ids.slice(at, at + batch))) found.set(row.id, toSession(row))
  for (const id of ids) {
    const row = found.has(id) ? undefined : await heldById(platform, id)
    if (row) found.set(id, toSession(row))
  }
  return found
}

// Written at most every ten minutes, so that reading calls rarely write. On a full disk people read on, and their sessions are
// extended when there is room.
const extend = async ({ db, config }: Platform, row: rows.SessionRow, now: Date): Promise<void> => {
  if (now.getTime() - Date.parse(row.lastUsedAt) < 10 * MINUTE * 1_000) return
  await rows.touch(db, row.id, now.toISOString(), after(now, config.sessionDays * DAY)).catch(unlessReadOnly)
}

const unlessReadOnly = (error: unknown): void => {
  if (!isReadOnly(error)) throw error
}

type Beginning = { userId: string; device: string; now: Date }

/** Returns a new session as a row, and its token, which is stored nowhere. */
const begin = ({ config }: Pick<Platform, 'config'>, { userId, device, now }: Beginning): { token: string; row: SessionsTable } => {
  const token = newToken()
  const at = now.toISOString()
  const expiresAt = after(now, config.sessionDays * DAY)
  return { token, row: { id: newId(), userId, tokenHash: hashToken(token), device, createdAt: at, lastUsedAt: at, expiresAt } }
}

/** Starts a session and returns its token. */
export const startSession = async (
  platform: Pick<Platform, 'config'>,
  db: Db,
  beginning: Beginning,
): Promise<{ token: string; sessionId: string }> => {
  const { token, row } = begin(platform, beginning)
  await rows.insert(db, row)
  return { token, sessionId: row.id }
}

/**
 * Starts a session in the memory of this process, because the disk is too full to store one; returns its token, or undefined if the
 * person no longer has this password hash.
 */
export const startHeldSession = async (
  platform: Pick<Platform, 'config' | 'db'>,
  beginning: Beginning & { passwordHash: string },
): Promise<string | undefined> => {
  const { userId, passwordHash } = beginning
  const person = await rows.personWith(platform.db, { id: userId, passwordHash })
  if (!person) return undefined
  const { token, row } = begin(platform, beginning)
  holdSession(platform, { ...row, passwordHash, role: person.role })
  return token
}

/** Ends a person's sessions inside a transaction; pass the result to `live.endSessions` after the commit. */
export const endSessionsOf = async (
  platform: Pick<Platform, 'config'>,
  tx: Db,
  userId: string,
  { except }: { except?: string | undefined } = {},
): Promise<string[]> => {
  const dropped = dropHeld(platform, userId, (id) => id !== except)
  return [...dropped, ...(await rows.removeOf(tx, userId, except)).map(({ id }) => id)]
}

/** Ends one session of a person; returns whether there was one. */
export const endSession = async (platform: Pick<Platform, 'config'>, tx: Db, userId: string, id: string): Promise<boolean> => {
  const dropped = dropHeld(platform, userId, (one) => one === id)
  return (await rows.remove(tx, userId, id)).length + dropped.length > 0
}

type Page = { userId: string; currentId: string; now: Date; limit: number; cursor?: string | undefined }

/** Returns one page of a person's live sessions, newest first; those that wait for room on the disk precede the first page. */
export const listSessions = async (platform: Pick<Platform, 'config' | 'db'>, { userId, currentId, now, ...query }: Page) => {
  const at = now.toISOString()
  const { items, nextCursor } = await pageOf(byId, query, (limit, after) => rows.pageOf(platform.db, userId, at, limit, after))
  const waiting = query.cursor ? [] : heldOf(platform, userId).filter(({ expiresAt }) => expiresAt > at)
  const shown = [...waiting, ...items].map(({ id, device, createdAt, lastUsedAt }) => ({
    ...{ _id: id, device, createdAt, lastUsedAt },
    isCurrent: id === currentId,
  }))
  return { items: shown, nextCursor }
}

/** Deletes sessions that were unused for too long. */
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

/** Returns a short name for a browser, such as `Chrome, Android`; empty if it is unknown. */
export const deviceOf = (userAgent: string): string =>
  [browsers, systems].flatMap((table) => table.find(([shape]) => shape.test(userAgent))?.[1] ?? []).join(', ')
