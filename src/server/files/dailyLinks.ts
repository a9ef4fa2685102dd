/*
 * What an attacker can do here, and which line stops it. A browser shows a picture without saying who asks, so its address
 * is the key: it is signed over the address, the content and the day, as one JSON list, so that none can be shifted into
 * another (`messageOf`). Changed in one character, or older than yesterday, it opens nothing (`isValidDailyLink`). It is the same for
 * everybody who may see the list that it stands in. No five-minute link opens a picture, and no picture's address a
 * document: each kind is signed with a key of its own (`signerOf`). What is shown to few only for as long as it is in some state,
 * such as the cover of a deleted document, is signed with that state: an address from before opens it no more, nor one from
 * then afterwards.
 */
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { DailyLinkQuery } from '#contract/fileLink.ts'
import { secret } from '#server/db/secrets.ts'
import type { Db } from '#server/db/tables.ts'
import type { Platform } from '#server/feature/platform.ts'
import { DAY } from '#server/time.ts'
import type { LinkTarget } from './links.ts'

type Needs = Pick<Platform, 'db' | 'clock'>

/** `state` is anything that only those are told who may see the target while it lasts. */
export type DailyTarget = LinkTarget & { state?: string | undefined }

/** With a key that is prepared once: given as bytes, it would take each signature six times as long. */
const signWith = (secretHex: string): ((message: string) => string) => {
  const key = createSecretKey(secretHex, 'hex')
  return (message) => createHmac('sha256', key).update(message).digest('base64url')
}

const signers = new WeakMap<Db, Promise<(message: string) => string>>()

/** The key is read once for each database. */
const signerOf = (db: Db): Promise<(message: string) => string> => {
  const known = signers.get(db)
  if (known) return known
  const reading = secret(db, 'day-links').then(signWith)
  signers.set(db, reading)
  reading.catch(() => signers.delete(db))
  return reading
}

const dayNumber = (now: Date): number => Math.floor(now.getTime() / (DAY * 1_000))
const dayOf = (number: number): string => new Date(number * DAY * 1_000).toISOString().slice(0, 10)

const messageOf = ({ path, sha256, state }: DailyTarget, day: string): string =>
  JSON.stringify([path, sha256, day, ...(state === undefined ? [] : [state])])

/** How addresses are signed now; for lists of many. Not inside a transaction: the key is read from the outer database. */
export const dailyLinks = async ({ db, clock }: Needs): Promise<(target: DailyTarget) => string> => {
  const sign = await signerOf(db)
  const day = dayOf(dayNumber(clock()))
  return (target) => `${target.path}?day=${day}&signature=${sign(messageOf(target, day))}`
}

/** An address that an `<img>` opens by itself today and tomorrow (in UTC): the same for everybody, the same all day. */
export const dailyLink = async (ctx: Needs, target: DailyTarget): Promise<string> => (await dailyLinks(ctx))(target)

/** Whether this query opens this target now. */
export const isValidDailyLink = async (
  { db, clock }: Needs,
  target: DailyTarget,
  { day = '', signature = '' }: DailyLinkQuery,
): Promise<boolean> => {
  const today = dayNumber(clock())
  if (day !== dayOf(today) && day !== dayOf(today - 1)) return false
  const sign = await signerOf(db)
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(messageOf(target, day)))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
