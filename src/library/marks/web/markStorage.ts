/*
 * Marks on this device: those that the server has, so that they are shown without a network, and changes that it does not have yet. The
 * database is deleted when the session ends.
 */
import { getSession } from '#web/api/session.ts'
import { device } from '#web/api/storages.ts'
import { openReplies } from '#web/offline/storedReplies.ts'
import type { SentMark } from '../marks.contract.ts'
import { unsentMarksKey } from './unsentMarks.ts'

export type StoredMark = {
  /** Null for a deleted one that the server still has. */
  sent: SentMark | null
  /** When it was changed (ms); null if the server has the change. */
  unsent: number | null
  /** Why the server refused the change. */
  refused?: string | undefined
}

const keyOf = (documentId: string, id: string): string => `${documentId} ${id}`
/** All keys of a document; ids have no blanks. */
const rangeOf = (documentId: string): IDBKeyRange => IDBKeyRange.bound(`${documentId} `, `${documentId}!`, false, true)
const sinceKey = (documentId: string): string => `since ${documentId}`

const maxAgeMs = 14 * 86_400_000

/** Rejects for staff, whose devices store nothing. */
const open = async () => {
  const user = getSession()?.user
  if (user?.role !== 'student') throw new Error('This device stores nothing')
  return openReplies(user._id)
}

/** The last change of the server that is stored, and when it was fetched (ms). */
type Fetched = { since: number; at: number }

export type Kept = { since: number; marks: Map<string, StoredMark> }

/** What the server has is returned for 14 days after it was fetched, and deleted then; changes that it does not have stay. */
export const readMarks = async (documentId: string): Promise<Kept> => {
  const tx = (await open()).transaction('marks', 'readwrite')
  const [keys, values, since] = await Promise.all([
    tx.store.getAllKeys(rangeOf(documentId)),
    tx.store.getAll(rangeOf(documentId)),
    tx.store.get(sinceKey(documentId)),
  ])
  const fetched = since as Fetched | undefined
  const isFresh = fetched !== undefined && Date.now() - fetched.at < maxAgeMs
  const marks = new Map<string, StoredMark>()
  for (const [at, key] of keys.entries()) {
    const mark = values[at] as StoredMark
    if (isFresh || mark.unsent !== null) marks.set(key.slice(documentId.length + 1), mark)
    else await tx.store.delete(key)
  }
  await tx.done
  return { since: isFresh ? fetched.since : 0, marks }
}

/** Writes a change of this tab. */
export const writeMark = async (documentId: string, id: string, mark: StoredMark): Promise<void> => {
  const of = getSession()?.user._id
  const db = await open()
  await db.put('marks', mark, keyOf(documentId, id))
  if (of !== undefined && mark.unsent !== null) device.set(unsentMarksKey, of)
}

export type Arrived = { id: string; sent: SentMark | null }

/** Writes what the server has, except over changes, also of other tabs, that it does not have yet. */
export const writeArrived = async (documentId: string, arrived: readonly Arrived[], since: number): Promise<void> => {
  const tx = (await open()).transaction('marks', 'readwrite')
  for (const { id, sent } of arrived) {
    const key = keyOf(documentId, id)
    const before = (await tx.store.get(key)) as StoredMark | undefined
    if (before && before.unsent !== null) continue
    if (sent) await tx.store.put({ sent, unsent: null } satisfies StoredMark, key)
    else await tx.store.delete(key)
  }
  await tx.store.put({ since, at: Date.now() } satisfies Fetched, sinceKey(documentId))
  await tx.done
}

/** Writes what the server made of a change, unless it was changed again. */
export const writeSent = async (documentId: string, { id, sent }: Arrived, unsent: number): Promise<void> => {
  const tx = (await open()).transaction('marks', 'readwrite')
  const key = keyOf(documentId, id)
  const before = (await tx.store.get(key)) as StoredMark | undefined
  if (before?.unsent === unsent) await (sent ? tx.store.put({ sent, unsent: null } satisfies StoredMark, key) : tx.store.delete(key))
  await tx.done
}

/** Returns the documents with changes that the server does not have yet. */
export const unsentDocuments = async (): Promise<string[]> => {
  const tx = (await open()).transaction('marks')
  const found = new Set<string>()
  for (let cursor = await tx.store.openCursor(); cursor; cursor = await cursor.continue()) {
    const [documentId = ''] = cursor.key.split(' ')
    const { unsent = null, refused } = (typeof cursor.value === 'object' ? cursor.value : {}) as Partial<StoredMark>
    if (unsent !== null && refused === undefined) found.add(documentId)
  }
  if (found.size === 0) device.remove(unsentMarksKey)
  return [...found]
}
