import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { AppError, commonErrors } from '#contract/errors.ts'
import { MB } from '#contract/limits.ts'
import { idPrefixAt } from '#server/db/ids.ts'
import { revisionOf } from '#server/db/revisions.ts'
import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { isForeignKeyViolation } from '#server/db/violations.ts'
import { changesOf } from '#server/feature/changes.ts'
import type { Platform } from '#server/feature/platform.ts'
import { storeWithRow } from '#server/files/storeWithRow.ts'
import { MINUTE } from '#server/time.ts'
import type { DocumentInput, ReadDocument } from '#server/work/document.ts'
import { WorkError } from '#server/work/pool.ts'
import { runWork } from '#server/work/run.ts'
import * as rows from './extraction.db.ts'

type Content = { sha256: string; mediaType: string }

const TIMEOUT_MS = 60_000
const MAX_CONTENTS_AT_ONCE = 100
/** Maximum number of characters saved in one transaction, so that other writes do not wait for a long book. */
const MAX_SLICE_CHARACTERS = 128_000
const nothing: ReadDocument = { pages: null, cover: null, texts: [] }

const kinds: Record<string, DocumentInput['kind'] | undefined> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'picture',
  'image/png': 'picture',
  'image/webp': 'picture',
  'image/gif': 'picture',
  'text/plain': 'text',
  'text/markdown': 'text',
  'text/csv': 'text',
}

/** Extracts a content, or returns why it cannot be extracted. A type without an extractor has an empty result, which is not a failure. */
const readOut = async ({ storage }: Platform, { sha256, mediaType }: Content): Promise<ReadDocument> => {
  const kind = kinds[mediaType]
  if (!kind) return nothing
  const once = () => storage.withLocal(sha256, (path) => runWork('document', { path, kind }, { timeoutMs: TIMEOUT_MS }))
  // The process may have died for another reason than this file, so it is tried twice.
  return once().catch((error: unknown) => {
    if (error instanceof WorkError && error.reason === 'died') return once()
    throw error
  })
}

/** Returns whether a content is not worth retrying: it is unreadable, too expensive, or missing. */
const isHopeless = (error: unknown): boolean =>
  error instanceof WorkError ? error.reason !== 'stopped' : error instanceof AppError && error.kind === commonErrors.notFound

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

/** Saves the texts first and the row last: a content without a row is extracted again from the beginning. */
const save = async (platform: Platform, { sha256 }: Content, { outcome, read }: Outcome): Promise<void> => {
  const { db, storage, clock } = platform
  const changes = changesOf(platform, ['documents'])
  await transact(db, (tx) => rows.forgetTexts(tx, sha256))
  for (const slice of slicesOf(read.texts)) {
    await transact(db, (tx) => rows.addTexts(tx, sha256, slice))
    await setImmediate()
  }
  const finish = async (tx: Db, coverSha256: string | null): Promise<void> => {
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

const extract = async (platform: Platform, content: Content): Promise<void> => {
  const { log } = platform
  const outcome = await readOut(platform, content).then(
    (read): Outcome => ({ outcome: 'done', read }),
    (error: unknown): Outcome => {
      if (!isHopeless(error)) throw error
      log.info({ err: error, sha256: content.sha256 }, 'a document could not be read for its cover, pages and text')
      return { outcome: 'failed', read: nothing }
    },
  )
  try {
    await save(platform, content, outcome)
  } catch (error) {
    // The content was deleted in the meantime.
    if (!isForeignKeyViolation(error)) throw error
  }
}

/** State of the last check: the revision of the documents, the time, and the time of the last check of all of them. */
type Looks = { revision: number; at: number; allAt: number }
const looks = new WeakMap<Db, Looks>()

const AGAIN_MS = MINUTE * 1_000
/** Checking all documents takes a while in a large library; new ones are younger than this. */
const ALL_MS = 10 * MINUTE * 1_000

const extractUnread = async (platform: Platform): Promise<void> => {
  const { db, clock } = platform
  const [last, at, revision] = [looks.get(db), clock().getTime(), await revisionOf(db, 'documents')]
  if (last?.revision === revision && at - last.at < AGAIN_MS) return
  const all = !last || at - last.allAt >= ALL_MS
  const since = all ? '' : idPrefixAt(new Date(at - ALL_MS))
  let unread: Content[]
  do {
    // Also set after a failure, so that a full disk is not retried every two seconds.
    looks.set(db, { revision: await revisionOf(db, 'documents'), at, allAt: all ? at : last.allAt })
    unread = await rows.unread(db, since, MAX_CONTENTS_AT_ONCE)
    // Several documents may have the same file.
    const contents = new Map(unread.map((content) => [content.sha256, content]))
    for (const content of contents.values()) await extract(platform, content)
  } while (unread.length > 0)
}

/**
 * Extracts covers, page counts and texts from all contents that were not extracted yet. Called every few seconds, it runs only if documents
 * have changed or a minute has passed; it checks all documents at the start and every ten minutes.
 */
export const extractAll = async (platform: Platform): Promise<void> => {
  try {
    await extractUnread(platform)
  } catch (error) {
    // The server is stopping: the rest is extracted after its next start.
    if (!(error instanceof WorkError && error.reason === 'stopped')) throw error
  }
}
