import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
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
 * Keeping, saving and removing one content happen one at a time: otherwise an upload that fails could remove the
 * content under the same content of an upload that succeeds.
 */
export const adopt = <T>(
  { db, storage, clock }: Needs,
  file: ReceivedFile,
  mediaType: MediaType,
  saveRow: (tx: Db) => Promise<T>,
): Promise<T> =>
  oneAtATime(file.sha256, async () => {
    await storage.keep(file)
    try {
      return await transact(db, async (tx) => {
        await rows.insert(tx, { sha256: file.sha256, size: file.size, mediaType, createdAt: clock().toISOString() })
        return saveRow(tx)
      })
    } catch (error) {
      // Where even this fails, the sweep removes the content later; the first failure is the one to tell.
      await removeUnlessNamed({ db, storage }, file.sha256).catch(() => undefined)
      throw error
    }
  })

const removeUnlessNamed = async ({ db, storage }: Pick<Needs, 'db' | 'storage'>, sha256: string): Promise<boolean> => {
  if (await isNamed(db, sha256)) return false
  await storage.remove(sha256)
  return true
}

const batch = 500

/**
 * Removes what broken uploads left: temporary files and contents with no row, older than an hour, because a younger one
 * may belong to an upload of another process that has yet to save its row. Rows are never touched.
 */
export const sweep = async ({ db, storage, clock }: Needs): Promise<{ contents: number; leftovers: number }> => {
  const before = new Date(clock().getTime() - HOUR * 1_000)
  let contents = 0
  const removeUnnamed = async (hashes: readonly string[]) => {
    const named = await rows.namedAmong(db, hashes)
    for (const sha256 of hashes) {
      if (named.has(sha256)) continue
      if (await oneAtATime(sha256, () => removeUnlessNamed({ db, storage }, sha256))) contents++
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
  return { contents, leftovers: await storage.removeLeftovers(before) }
}
