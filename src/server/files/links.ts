/*
 * Attacks, and the line that stops each. A link opens a file without signing in, so it is signed over everything it depends on: the
 * address, the content, the person, the session and the end of its five minutes. A link that is changed in one character, older
 * than that or used after its session has ended opens nothing (`linkHolder`); the parts are signed as one JSON list, so that none
 * can be shifted into another (`sign`); the comparison takes the same time wherever two signatures differ (`equal`).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Actor } from '#contract/actor.ts'
import type { FileLinkQuery } from '#contract/fileLink.ts'
import type { Clocked } from '#server/clock.ts'
import { secret } from '#server/db/secrets.ts'
import type { Ctx, Platform } from '#server/feature/platform.ts'
import { liveSession } from '#server/sessions/sessions.ts'

const linkSeconds = 300

/** The address that a link opens, from the server root, and its content. */
export type LinkTarget = { path: string; sha256: string }

const sign = async (needs: Clocked, target: LinkTarget, userId: string, sessionId: string, expires: string) =>
  createHmac('sha256', Buffer.from(await secret(needs, 'file-links'), 'hex'))
    .update(JSON.stringify([target.path, target.sha256, userId, sessionId, expires]))
    .digest('hex')

const equal = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one, 'latin1'), Buffer.from(other, 'latin1'))

/**
 * Makes a link that works without signing in for five minutes, while the caller's session lives. The address is relative to the
 * server root.
 */
export const makeLink = async (ctx: Ctx, target: LinkTarget): Promise<{ url: string; expiresAt: string }> => {
  const expires = Math.floor(ctx.now.getTime() / 1_000) + linkSeconds
  const signature = await sign(ctx, target, ctx.me._id, ctx.sessionId, String(expires))
  const query = new URLSearchParams({ session: ctx.sessionId, expires: String(expires), signature })
  return { url: `${target.path}?${query}`, expiresAt: new Date(expires * 1_000).toISOString() }
}

/** Returns whether an address has any part of a link, so that it must be a complete one. */
export const isLink = ({ session, expires, signature }: FileLinkQuery): boolean =>
  session !== undefined || expires !== undefined || signature !== undefined

/** Returns the person a link was made for, or undefined if it does not open this target now. */
export const linkHolder = async (
  platform: Platform,
  target: LinkTarget,
  { session = '', expires = '', signature = '' }: FileLinkQuery,
  now: Date,
): Promise<Actor | undefined> => {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(session) || !/^[1-9]\d{0,11}$/.test(expires) || !/^[0-9a-f]{64}$/.test(signature)) return undefined
  if (now.getTime() >= Number(expires) * 1_000) return undefined
  const holder = await liveSession(platform, session, now)
  if (!holder) return undefined
  const expected = await sign(platform, target, holder.me._id, holder.sessionId, expires)
  return equal(signature, expected) ? holder.me : undefined
}
