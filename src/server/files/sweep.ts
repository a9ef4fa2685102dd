import * as chores from '#server/backup/chores.db.ts'
import { lock } from '#server/db/locks.ts'
import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { isForeignKeyViolation } from '#server/db/violations.ts'
import { contentsReleased, type Hooks } from '#server/feature/hooks.ts'
import type { Platform } from '#server/feature/platform.ts'
import { DAY, HOUR } from '#server/time.ts'
import * as rows from './files.db.ts'
import { oneAtATime } from './oneAtATime.ts'

export type Needs = Pick<Platform, 'db' | 'storage' | 'clock' | 'hooks' | 'fileColumns'>

const batch = 500
/** Contents released per transaction: each may have the text of hundreds of pages. */
const atOnce = 20

/**
 * Deletes the `files` rows of contents that no other row names and that are older than `before`, in pages, so that nobody waits
 * long. Returns their number.
 */
const release = async ({ db, hooks, fileColumns, clock }: Needs, before: string): Promise<number> => {
  let released = 0
  let page: Awaited<ReturnType<typeof rows.pageAfter>>
  let last = ''
  do {
    page = await rows.pageAfter(db, last, batch)
    last = page.at(-1)?.sha256 ?? last
    const hashes = page.map(({ sha256 }) => sha256)
    const unnamed = await rows.unnamedAmong(db, fileColumns, hashes, before)
    for (let at = 0; at < unnamed.length; at += atOnce) {
      const some = unnamed.slice(at, at + atOnce)
      released += (await transact(db, (tx) => releaseSome(tx, hooks, some, { before, now: clock() })).catch(unlessInUse)) ?? 0
    }
  } while (page.length === batch)
  return released
}

type Instants = { before: string; now: Date }

/** A backup first records under the same lock that it runs, and then reads the rows: everything it sees stays until it is done. */
export const releaseSome = async (tx: Db, hooks: Hooks, hashes: readonly string[], { before, now }: Instants): Promise<number> => {
  await lock(tx, 'backup')
  if (await chores.runs(tx, 'backup', now)) return 0
  const old = await rows.lockOld(tx, hashes, before)
  if (old.length === 0) return 0
  await hooks.run(contentsReleased, tx, old)
  await rows.remove(tx, old)
  return old.length
}

/** Another transaction has just referred to one of them: the next sweep handles the rest. */
export const unlessInUse = (error: unknown): undefined => {
  if (isForeignKeyViolation(error)) return undefined
  throw error
}

type Swept = { released: number; contents: number; leftovers: number }

/**
 * Deletes the `files` rows that no row refers to any more, such as those of purged documents, and removes contents and temporary
 * files that no row names. Only contents older than an hour: a younger one may belong to an upload of another process that has not
 * saved its row yet. Temporary files, which may be uploads in progress, stay for a day more, because clocks may jump or differ by that.
 */
export const sweep = async (platform: Needs): Promise<Swept> => {
  const { db, storage, clock } = platform
  const before = new Date(clock().getTime() - HOUR * 1_000)
  let released = 0
  // Deleting a content's row deletes what was extracted from it too, which may have been the last reference to a cover.
  for (let more = 1; more > 0; released += more) more = await release(platform, before.toISOString())
  let contents = 0
  const removeUnnamed = async (hashes: readonly string[]) => {
    const named = await rows.namedAmong(db, hashes)
    for (const sha256 of hashes) {
      if (named.has(sha256)) continue
      if (await oneAtATime(sha256, () => storage.removeUnnamed(sha256, () => rows.isNamed(db, sha256), before))) contents++
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
  return { released, contents, leftovers: await storage.removeLeftovers(new Date(before.getTime() - DAY * 1_000)) }
}
