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
/** As much text as is saved in one transaction, so that nobody waits long behind a thick book. */
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

/** What can be read out of a content, or why not. Of a type that nothing reads there is nothing, and all is well. */
const readOut = async ({ storage }: Platform, { sha256, mediaType }: Content): Promise<ReadDocument> => {
  const kind = kinds[mediaType]
  if (!kind) return nothing
  const once = () => storage.withLocal(sha256, (path) => runWork('document', { path, kind }, { timeoutMs: TIMEOUT_MS }))
  // The process may have died of something else than this file, so one that it dies of is tried twice.
  return once().catch((error: unknown) => {
    if (error instanceof WorkError && error.reason === 'died') return once()
    throw error
  })
}

/** Why a content is not tried again: it cannot be read, costs too much, or is missing. */
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

/** Keeps the texts first and the row last: a content without a row is read again, from the beginning. */
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
    // The content was let go of meanwhile.
    if (!isForeignKeyViolation(error)) throw error
  }
}

/** What was seen at the last looks: at which change of the documents, when, and when at all of them. */
type Looks = { revision: number; at: number; allAt: number }
const looks = new WeakMap<Db, Looks>()

const AGAIN_MS = MINUTE * 1_000
/** Going through all documents takes a while where there are many; new ones are younger than this. */
const ALL_MS = 10 * MINUTE * 1_000

const extractUnread = async (platform: Platform): Promise<void> => {
  const { db, clock } = platform
  const [last, at, revision] = [looks.get(db), clock().getTime(), await revisionOf(db, 'documents')]
  if (last?.revision === revision && at - last.at < AGAIN_MS) return
  const all = !last || at - last.allAt >= ALL_MS
  const since = all ? '' : idPrefixAt(new Date(at - ALL_MS))
  let unread: Content[]
  do {
    // Also where it fails, so that a full disk is not tried every two seconds.
    looks.set(db, { revision: await revisionOf(db, 'documents'), at, allAt: all ? at : last.allAt })
    unread = await rows.unread(db, since, MAX_CONTENTS_AT_ONCE)
    // The same file may be of several documents.
    const contents = new Map(unread.map((content) => [content.sha256, content]))
    for (const content of contents.values()) await extract(platform, content)
  } while (unread.length > 0)
}

/**
 * Reads covers, numbers of pages and texts out of all contents that nobody has read yet. Asked every few seconds, it looks only
 * where documents have changed since, or a minute has passed; at all of them when it begins and every ten minutes.
 */
export const extractAll = async (platform: Platform): Promise<void> => {
  try {
    await extractUnread(platform)
  } catch (error) {
    // The server ends: what was not read is read after its next start.
    if (!(error instanceof WorkError && error.reason === 'stopped')) throw error
  }
}
