import type { Transact } from '#server/changes.ts'
import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { isDiskFull, isUnavailable } from '#server/db/violations.ts'
import type { Platform } from '#server/platform.ts'
import * as rows from './files.db.ts'
import type { MediaType } from './mediaType.ts'
import { oneAtATime } from './oneAtATime.ts'
import type { ReceivedFile } from './storage.ts'

type Needs = Pick<Platform, 'db' | 'storage' | 'clock'> & { transact: Transact }

/**
 * The one way in which a received file becomes a row: the content is stored first, then the row is saved in one transaction
 * with the content's row in `files`, so that no row is ever without its file. If that transaction fails, the content is
 * removed again unless another row names it; if the process dies, `removeUnfinished` does that. Never call it inside a
 * transaction.
 *
 * Storing, saving and removing the same content happen one at a time in a process: otherwise an upload that fails could
 * remove the content from under an upload of the same bytes that succeeds. Between processes, such as a server and an
 * import, each removes only what it stored itself, and the sweep only what nobody has stored again since.
 */
export const storeWithRow = <T>(ctx: Needs, file: ReceivedFile, mediaType: MediaType, saveRow: (tx: Db) => Promise<T>): Promise<T> =>
  oneAtATime(file.sha256, async () => {
    const { db, storage, clock } = ctx
    const { sha256, size } = file
    const unmark = await storage.markPending(file)
    let takeBack = async (): Promise<void> => {}
    const undo = async (error: unknown): Promise<void> => {
      // A commit whose connection was lost may still be running. Any other failure has rolled back, and a disk that is full
      // can only be read.
      const isNamed = isUnavailable(error) ? await isOrWillBeNamed(db, sha256) : await rows.isNamed(db, sha256)
      if (!isNamed) await takeBack()
      await unmark()
    }
    try {
      takeBack = await storage.keep(file)
      const saved = await ctx.transact(async (tx) => {
        await rows.insert(tx, { sha256, size, mediaType, createdAt: clock().toISOString() })
        return saveRow(tx)
      })
      // A mark that stays does no harm: the next start or the sweep removes it.
      await unmark().catch(() => undefined)
      return saved
    } catch (error) {
      // Where even this fails, because the database is away, the content stays marked for the next start, and the sweep would
      // remove it later: the first failure is the one to report.
      await undo(error).catch(() => undefined)
      throw error
    }
  })

const isOrWillBeNamed = (db: Db, sha256: string): Promise<boolean> => transact(db, (tx) => rows.isOrWillBeNamed(tx, sha256))

/**
 * Removes the contents that killed processes were storing and that no row names, when a program starts. One that the
 * database cannot judge now is left to the sweep.
 */
export const removeUnfinished = ({ db, storage }: Pick<Needs, 'db' | 'storage'>): Promise<number> =>
  storage.removeUnfinished((sha256) =>
    isOrWillBeNamed(db, sha256).catch((error: unknown) => {
      if (isUnavailable(error) || isDiskFull(error)) return true
      throw error
    }),
  )
