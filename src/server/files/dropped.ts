import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import * as rows from './files.db.ts'
import { oneAtATime } from './oneAtATime.ts'
import { type Needs, releaseSome, unlessInUse } from './sweep.ts'

/*
 * Contents that are removed with the row that named them, instead of by the sweep an hour later. They are marked in the transaction
 * that deletes the row, so that a crash does not lose them; an upload of the same content removes the mark. The file itself is
 * removed last, and stays if anyone is storing the same at that moment, in this process or another (`removeUnnamed`).
 */

const AT_ONCE = 100

/** Marks contents in the transaction that deletes a row which named them. Other rows may name them too. */
export const dropContents = (tx: Db, hashes: readonly string[]): Promise<void> => rows.drop(tx, hashes)

/** Deletes the ledger row of one content that nothing names; one that is named loses its mark. Waits while a backup runs. */
const release = async ({ db, hooks, fileColumns, clock }: Needs, sha256: string): Promise<boolean> => {
  const isNamed = (await rows.unnamedAmong(db, fileColumns, [sha256], rows.droppedBefore)).length === 0
  const released = isNamed
    ? undefined
    : await transact(db, (tx) => releaseSome(tx, hooks, [sha256], { before: rows.droppedBefore, now: clock() })).catch(unlessInUse)
  if (released === undefined) await transact(db, (tx) => rows.takeBack(tx, sha256, clock().toISOString()))
  return released === 1
}

/** Removes the marked contents that no row names; returns their number. */
export const releaseDropped = async (platform: Needs): Promise<number> => {
  const { db, storage } = platform
  let removed = 0
  for (const sha256 of await rows.dropped(db, AT_ONCE)) {
    if (!(await release(platform, sha256))) continue
    await oneAtATime(sha256, () => storage.removeUnnamed(sha256, () => rows.isNamed(db, sha256)))
    removed++
  }
  return removed
}
