/*
 * Attacks, and the line that stops each. A browser requests a picture without credentials, so its address is the key: it is signed
 * over the address, the content and the day, as one JSON list, so that no part can be shifted into another (`messageOf`). Changed
 * in one character, or older than yesterday, it opens nothing (`isValidDailyLink`). It is the same for everyone who may see the
 * list that contains it. No five-minute link opens a picture, and no picture's address a document: each kind is signed with a key
 * of its own (`signerOf`). A picture that few people may see while it is in some state, such as the cover of a deleted document, is
 * signed with that state: an address from before does not open it then, nor one from then afterwards.
 */
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { DailyLinkQuery } from '#contract/fileLink.ts'
import { secret } from '#server/db/secrets.ts'
import type { Db } from '#server/db/tables.ts'
import type { Platform } from '#server/feature/platform.ts'
import { DAY } from '#server/time.ts'
import type { LinkTarget } from './links.ts'

type Needs = Pick<Platform, 'db' | 'clock'>

/** `state` is a value that only people who may see the target know while it lasts. */
export type DailyTarget = LinkTarget & { state?: string | undefined }

/** Uses a prepared key: given as bytes, it would make each signature six times slower. */
const signWith = (secretHex: string): ((message: string) => string) => {
  const key = createSecretKey(secretHex, 'hex')
  return (message) => createHmac('sha256', key).update(message).digest('base64url')
}

const signers = new WeakMap<Db, Promise<(message: string) => string>>()

/** The key is read once per database. */
const signerOf = ({ db, clock }: Needs): Promise<(message: string) => string> => {
  const known = signers.get(db)
  if (known) return known
  const reading = secret({ db, clock }, 'day-links').then(signWith)
  signers.set(db, reading)
  reading.catch(() => signers.delete(db))
  return reading
}

const dayNumber = (now: Date): number => Math.floor(now.getTime() / (DAY * 1_000))
const dayOf = (number: number): string => new Date(number * DAY * 1_000).toISOString().slice(0, 10)

const messageOf = ({ path, sha256, state }: DailyTarget, day: string): string =>
  JSON.stringify([path, sha256, day, ...(state === undefined ? [] : [state])])

/** Returns how addresses are signed now; for lists of many. Not inside a transaction: the key is read from the outer database. */
export const dailyLinks = async (needs: Needs): Promise<(target: DailyTarget) => string> => {
  const sign = await signerOf(needs)
  const day = dayOf(dayNumber(needs.clock()))
  return (target) => `${target.path}?day=${day}&signature=${sign(messageOf(target, day))}`
}

/** Returns an address that an `<img>` can load today and tomorrow (in UTC): the same for everyone, the same all day. */
export const dailyLink = async (ctx: Needs, target: DailyTarget): Promise<string> => (await dailyLinks(ctx))(target)

/** Returns whether this query opens this target now. */
export const isValidDailyLink = async (
  needs: Needs,
  target: DailyTarget,
  { day = '', signature = '' }: DailyLinkQuery,
): Promise<boolean> => {
  const today = dayNumber(needs.clock())
  if (day !== dayOf(today) && day !== dayOf(today - 1)) return false
  const sign = await signerOf(needs)
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(messageOf(target, day)))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
