/*
 * Sessions that a full disk could not store, so that the people who can make room are able to sign in. They exist only in the
 * memory of this process: killing it ends them, and other nodes do not know them.
 *
 * Attacks, and the line that stops each. Nobody is signed in without the right password, and only the hash of the token is kept. A
 * held session ends with everything that ends a stored one: it needs the account, the role and the password hash that it began
 * with, which every call compares with the database, on any node (`asRow`); and ending sessions drops it before the database is
 * changed (`dropHeld`), also while it is being stored (`storeHeld`). It lives for half a day at most, and a person has a limited
 * number (`MOST_OF_PERSON`).
 */

import type { UsersTable } from '#server/db/tables/people.ts'
import type { SessionsTable } from '#server/db/tables/platform.ts'
import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { isDiskFull } from '#server/db/violations.ts'
import { changesOf } from '#server/feature/changes.ts'
import type { Platform } from '#server/feature/platform.ts'
import { after, HOUR } from '#server/time.ts'
import * as rows from './sessions.db.ts'

type Held = SessionsTable & Pick<UsersTable, 'passwordHash' | 'role'>
type Owner = Pick<Platform, 'config'>

const MOST_OF_PERSON = 10
const HELD_SECONDS = 12 * HOUR

// The sessions of each running platform by their ids, oldest first; a test's platform has its own.
const held = new WeakMap<Platform['config'], Map<string, Held>>()

const heldIn = ({ config }: Owner): Map<string, Held> => {
  const known = held.get(config) ?? new Map<string, Held>()
  held.set(config, known)
  return known
}

/** Returns those of a person, newest first. */
export const heldOf = (owner: Owner, userId: string): Held[] =>
  [...heldIn(owner).values()].filter((one) => one.userId === userId).toReversed()

/** Holds a session that could not be stored. The oldest of a person who has too many ends. */
export const holdSession = (owner: Owner, session: Held): void => {
  const all = heldIn(owner)
  for (const { id } of heldOf(owner, session.userId).slice(MOST_OF_PERSON - 1)) all.delete(id)
  const [expiresAt = ''] = [session.expiresAt, after(new Date(session.createdAt), HELD_SECONDS)].toSorted()
  all.set(session.id, { ...session, expiresAt })
}

/** Ends held sessions of a person, one or all but one; returns their ids. */
export const dropHeld = (owner: Owner, userId: string, isMeant: (id: string) => boolean): string[] => {
  const ids = heldOf(owner, userId).flatMap(({ id }) => (isMeant(id) ? [id] : []))
  for (const id of ids) heldIn(owner).delete(id)
  return ids
}

/** Returns the person of a session, while they have an account with the password and the role that it began with. */
const personOf = async (db: Db, { userId, passwordHash, role }: Held) => {
  const person = await rows.personWith(db, { id: userId, passwordHash })
  return person?.role === role ? person : undefined
}

/** Returns a held session in the shape of a stored one. */
const asRow = async (db: Db, one: Held): Promise<rows.SessionRow | undefined> => {
  const { id, userId, lastUsedAt, expiresAt } = one
  const person = await personOf(db, one)
  return person && { ...person, id, userId, lastUsedAt, expiresAt }
}

export const heldByToken = async (platform: Pick<Platform, 'config' | 'db'>, tokenHash: string): Promise<rows.SessionRow | undefined> => {
  for (const one of heldIn(platform).values()) if (one.tokenHash === tokenHash) return asRow(platform.db, one)
  return undefined
}

export const heldById = async (platform: Pick<Platform, 'config' | 'db'>, id: string): Promise<rows.SessionRow | undefined> => {
  const one = heldIn(platform).get(id)
  return one && asRow(platform.db, one)
}

/** Locks a person who has an account with this password hash until the end of the transaction; returns whether there is one. */
type LockPerson = (tx: Db, userId: string, passwordHash: string) => Promise<boolean>

/** Stores one session unless the password or the role has changed; returns whether it is a row now. */
const store = async (tx: Db, lockPerson: LockPerson, one: Held): Promise<boolean> => {
  const { passwordHash, role: _, ...session } = one
  const isSame = (await lockPerson(tx, session.userId, passwordHash)) && (await personOf(tx, one)) !== undefined
  if (isSame) await rows.insert(tx, session)
  return isSame
}

/** Stores the sessions that wait for room on the disk, and drops expired ones. */
export const storeHeld = async (platform: Pick<Platform, 'config' | 'db' | 'live' | 'clock'>, lockPerson: LockPerson): Promise<void> => {
  const all = heldIn(platform)
  const now = platform.clock().toISOString()
  for (const one of [...all.values()]) {
    try {
      const { transact: change, notify } = changesOf(platform, ['sessions'])
      notify('sessions', [one.userId])
      const isStored = one.expiresAt > now && (await change((tx) => store(tx, lockPerson, one)))
      // It was ended while it was being stored.
      if (!all.delete(one.id) && isStored) await transact(platform.db, (tx) => rows.remove(tx, one.userId, one.id))
    } catch (error) {
      if (isDiskFull(error)) return
      throw error
    }
  }
}
