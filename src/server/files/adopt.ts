import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { isForeignKeyViolation } from '#server/db/violations.ts'
import type { Platform } from '#server/platform.ts'
import { HOUR } from '#server/time.ts'
import * as rows from './files.db.ts'
import type { MediaType } from './mediaType.ts'
import { oneAtATime } from './oneAtATime.ts'
import type { ReceivedFile } from './storage.ts'

type Needs = Pick<Platform, 'db' | 'storage' | 'clock'>

const isNamed = async (db: Db, sha256: string): Promise<boolean> => (await rows.namedAmong(db, [sha256])).has(sha256)

/**
 * The one way in which a received file becomes a row: the content is kept first and its row saved after, in one
 * transaction with the ledger, so that no row is ever without its file. Where the row fails, the content goes again unless
 * another row has named it. Never call it inside a transaction.
 *
 * Keeping, saving and removing one content happen one at a time in a process: otherwise an upload that fails could remove
 * the content under the same content of an upload that succeeds. Between processes, such as a server and an import, only
 * what one put there itself is taken back, and only what nobody has kept since is swept.
 */
export const adopt = <T>(
  { db, storage, clock }: Needs,
  file: ReceivedFile,
  mediaType: MediaType,
  saveRow: (tx: Db) => Promise<T>,
): Promise<T> =>
  oneAtATime(file.sha256, async () => {
    const takeBack = await storage.keep(file)
    try {
      return await transact(db, async (tx) => {
        await rows.insert(tx, { sha256: file.sha256, size: file.size, mediaType, createdAt: clock().toISOString() })
        return saveRow(tx)
      })
    } catch (error) {
      // Where even this fails, the sweep removes the content later; the first failure is the one to tell.
      await unlessNamed(db, file.sha256, takeBack).catch(() => undefined)
      throw error
    }
  })

const unlessNamed = async <T>(db: Db, sha256: string, work: () => Promise<T>): Promise<T | undefined> =>
  (await isNamed(db, sha256)) ? undefined : work()

const batch = 500
/** As many as are let go in one transaction: each may have the text of hundreds of pages. */
const atOnce = 20

/** Lets the ledger go of contents that no row names since an hour, in pages, so that nobody waits long; answers how many. */
const release = async (db: Db, before: string): Promise<number> => {
  let released = 0
  let page: Awaited<ReturnType<typeof rows.pageAfter>>
  let last = ''
  do {
    page = await rows.pageAfter(db, last, batch)
    last = page.at(-1)?.sha256 ?? last
    const hashes = page.map(({ sha256 }) => sha256)
    const unnamed = await rows.unnamedAmong(db, hashes, before)
    for (let at = 0; at < unnamed.length; at += atOnce) {
      const some = unnamed.slice(at, at + atOnce)
      released += await transact(db, (tx) => rows.release(tx, some, before)).catch(unlessInUse)
    }
  } while (page.length === batch)
  return released
}

/** Somebody came to refer to one of them in this moment: the next sweep sees who is left. */
const unlessInUse = (error: unknown): number => {
  if (isForeignKeyViolation(error)) return 0
  throw error
}

type Swept = { released: number; contents: number; leftovers: number }

/**
 * Lets go of contents that no row names any more, such as those of documents that are purged, and removes what is in no
 * ledger: contents and temporary files, also those that broken uploads left. All of it older than an hour, because a
 * younger one may belong to an upload of another process that has yet to save its row.
 */
export const sweep = async ({ db, storage, clock }: Needs): Promise<Swept> => {
  const before = new Date(clock().getTime() - HOUR * 1_000)
  let released = 0
  // Letting go of a content lets go of what was read out of it too, which may be the last to name a cover.
  for (let more = await release(db, before.toISOString()); more > 0; more = await release(db, before.toISOString())) released += more
  let contents = 0
  const removeUnnamed = async (hashes: readonly string[]) => {
    const named = await rows.namedAmong(db, hashes)
    for (const sha256 of hashes) {
      if (named.has(sha256)) continue
      if (await oneAtATime(sha256, () => unlessNamed(db, sha256, () => storage.remove(sha256, before)))) contents++
    }
  }
  let old: string[] = []
  for await (const { sha256, keptAt } of storage.list()) {
    if (keptAt >= before) continue
    old.push(sha256)
    if (old.length < batch) continue
    await removeUnnamed(old)
    old = []
  }
  await removeUnnamed(old)
  return { released, contents, leftovers: await storage.removeLeftovers(before) }
}
