import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { MB } from '#contract/limits.ts'
import { idPrefixAt } from '#server/db/ids.ts'
import { revisionOf } from '#server/db/revisions.ts'
import type { Db } from '#server/db/tables.ts'
import { type Tx, transact } from '#server/db/transact.ts'
import { isForeignKeyViolation } from '#server/db/violations.ts'
import { changesOf } from '#server/feature/changes.ts'
import type { Platform } from '#server/feature/platform.ts'
import { storeWithRow } from '#server/files/storeWithRow.ts'
import { MINUTE } from '#server/time.ts'
import type { ReadDocument } from '#server/work/document.ts'
import { WorkError } from '#server/work/pool.ts'
import * as rows from './extraction.db.ts'
import * as leases from './extraction.leases.db.ts'
import { type Lease, LeaseLost } from './extraction.leases.db.ts'
import { type Content, isHopeless, nothing, readOut } from './extraction.readOut.ts'

const MAX_CONTENTS_AT_ONCE = 100
/** Much shorter than a lease. */
const RENEW_MS = 10_000
/** Processes that may end while they extract a content before it is given up: it may be what ends them. */
const MOST_ATTEMPTS = 3
/** This process, as the holder of leases. */
const holder = randomUUID()
/** Maximum number of characters saved in one transaction, so that other writes do not wait for a long book. */
const MAX_SLICE_CHARACTERS = 128_000

const slicesOf = (texts: ReadDocument['texts']): ReadDocument['texts'][] => {
  const slices: ReadDocument['texts'][] = []
  let room = 0
  for (const one of texts) {
    if (room <= 0) {
      slices.push([])
      room = MAX_SLICE_CHARACTERS
    }
    slices.at(-1)?.push(one)
    room -= one.text.length
  }
  return slices
}

type Outcome = { outcome: 'done' | 'failed'; read: ReadDocument }

/**
 * Saves the texts first and the row last: a content without a row is extracted again from the beginning. Each transaction holds the
 * lease, so that a process that was suspended for too long changes nothing.
 */
const save = async (platform: Platform, lease: Lease, { outcome, read }: Outcome): Promise<void> => {
  const { db, storage, clock } = platform
  const { sha256 } = lease
  const changes = changesOf(platform, ['documents'])
  await transact(db, async (tx) => {
    await leases.renew(tx, lease)
    await rows.forgetTexts(tx, sha256)
  })
  for (const slice of slicesOf(read.texts)) {
    await transact(db, async (tx) => {
      await leases.renew(tx, lease)
      await rows.addTexts(tx, sha256, slice)
    })
    await setImmediate()
  }
  const finish = async (tx: Tx, coverSha256: string | null): Promise<void> => {
    await leases.end(tx, lease)
    await rows.insert(tx, { sha256, outcome, pages: read.pages, coverSha256, at: clock().toISOString() })
  }
  if (!read.cover) return changes.transact((tx) => finish(tx, null))
  const cover = await storage.receive(Readable.from([read.cover]), { fileName: 'cover.webp', maxBytes: MB })
  try {
    await storeWithRow({ ...platform, ...changes }, cover, 'image/webp', (tx) => finish(tx, cover.sha256))
  } finally {
    await storage.discard(cover)
  }
}

/** Runs work that holds a lease, and extends the lease meanwhile. A lease that is lost is noticed when the result is saved. */
const whileRenewing = async <T>({ db, log }: Platform, lease: Lease, work: () => Promise<T>): Promise<T> => {
  const renew = (): void =>
    void leases.renew(db, lease).catch((error: unknown) => log.debug({ err: error }, 'the lease of a document could not be extended'))
  const timer = setInterval(renew, RENEW_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** Extracts a content that this process holds for the nth time. */
const extractHeld = async (platform: Platform, content: Content, lease: Lease, attempts: number): Promise<void> => {
  const { log } = platform
  const failed = (error: unknown): Outcome => {
    log.info({ err: error, sha256: content.sha256 }, 'a document could not be read for its cover, pages and text')
    return { outcome: 'failed', read: nothing }
  }
  if (attempts > MOST_ATTEMPTS)
    return save(platform, lease, failed(new Error(`${MOST_ATTEMPTS} processes ended while they extracted this document`)))
  const outcome = await readOut(platform, content).then(
    (read): Outcome => ({ outcome: 'done', read }),
    (error: unknown): Outcome => {
      if (!isHopeless(error)) throw error
      return failed(error)
    },
  )
  await save(platform, lease, outcome)
}

const extract = async (platform: Platform, content: Content): Promise<void> => {
  const { db } = platform
  const lease: Lease = { sha256: content.sha256, holder }
  const attempts = await leases.take(db, lease)
  if (attempts === undefined) return
  // Another process may have finished it since the documents were listed.
  if (await rows.isExtracted(db, content.sha256)) return leases.end(db, lease)
  try {
    await whileRenewing(platform, lease, () => extractHeld(platform, content, lease, attempts))
  } catch (error) {
    if (error instanceof LeaseLost) return
    await leases.release(db, lease)
    // The content was deleted in the meantime.
    if (!isForeignKeyViolation(error)) throw error
  }
}

/** State of the last check: the revision of the documents, the time, the time of the last check of all of them, where it began. */
type Looks = { revision: number; at: number; allAt: number; since: string; isWaiting: boolean }
const looks = new WeakMap<Db, Looks>()

const AGAIN_MS = MINUTE * 1_000
/** The next check while another process holds a document, which may have been killed. */
const WAITING_MS = 5_000
/** Checking all documents takes a while in a large library; new ones are younger than this. */
const ALL_MS = 10 * MINUTE * 1_000

const extractUnread = async (platform: Platform): Promise<void> => {
  const { config, db, clock } = platform
  const [last, at, revision] = [looks.get(db), clock().getTime(), await revisionOf(db, 'documents')]
  if (last?.revision === revision && at - last.at < (last.isWaiting ? WAITING_MS : AGAIN_MS)) return
  if (!last && !config.redisUrl) await leases.freeAll(db)
  const all = !last || at - last.allAt >= ALL_MS
  const recent = idPrefixAt(new Date(at - ALL_MS))
  const since = all ? '' : last.isWaiting && last.since < recent ? last.since : recent
  let unread: Content[]
  do {
    // Also set after a failure, so that a full disk is not retried every two seconds.
    looks.set(db, { revision: await revisionOf(db, 'documents'), at, allAt: all ? at : last.allAt, since, isWaiting: false })
    unread = await rows.unread(db, since, MAX_CONTENTS_AT_ONCE)
    // Several documents may have the same file.
    const contents = new Map(unread.map((content) => [content.sha256, content]))
    for (const content of contents.values()) await extract(platform, content)
  } while (unread.length > 0)
  const now = looks.get(db)
  if (now && (await leases.hasLeases(db))) looks.set(db, { ...now, isWaiting: true })
}

/**
 * Extracts covers, page counts and texts from all contents that were not extracted yet. Every node does so, one content at a time,
 * and none that another one holds. Called every few seconds, it runs only if documents have changed or a minute has passed; it checks
 * all documents at the start and every ten minutes.
 */
export const extractAll = async (platform: Platform): Promise<void> => {
  try {
    await extractUnread(platform)
  } catch (error) {
    // The server is stopping: the rest is extracted by another node, or after its next start.
    if (!(error instanceof WorkError && error.reason === 'stopped')) throw error
  }
}
