import type { Db } from '#server/db/tables.ts'
import { type Tx, transact } from '#server/db/transact.ts'
import { isUnavailable } from '#server/db/violations.ts'
import { isReadOnly } from '#server/db/writeGate.ts'
import type { Transact } from '#server/feature/changes.ts'
import type { Platform } from '#server/feature/platform.ts'
import * as rows from './files.db.ts'
import type { KeptType } from './mediaTypeOfAny.ts'
import { oneAtATime } from './oneAtATime.ts'
import type { ReceivedFile } from './storage.ts'

type Needs = Pick<Platform, 'db' | 'storage' | 'clock'> & { transact: Transact }

export type Content = { file: ReceivedFile; mediaType: KeptType }

/** A content whose storing has begun, with functions that undo it. */
type Begun = { sha256: string; unmark: () => Promise<void>; takeBack: () => Promise<void> }

/** `storeAllWithRow` for a single content. */
export const storeWithRow = <T>(ctx: Needs, file: ReceivedFile, mediaType: KeptType, saveRow: (tx: Tx) => Promise<T>): Promise<T> =>
  storeAllWithRow(ctx, [{ file, mediaType }], saveRow)

/** Always in the same order, so that two uploads that share some contents never deadlock. */
const whileNobodyElseStores = <T>(contents: readonly Content[], work: () => Promise<T>): Promise<T> =>
  contents.reduceRight<() => Promise<T>>(
    (inner, { file }) =>
      () =>
        oneAtATime(file.sha256, inner),
    work,
  )()

/**
 * The only way in which received files become a row: the contents are stored first, then the row is saved in one transaction with
 * their rows in `files`, so that no row is ever without its files. If that transaction fails, the contents are removed again unless
 * another row names them; if the process dies, `removeUnfinished` does that. Never call it inside a transaction.
 *
 * Storing, saving and removing the same content happen one at a time in a process: otherwise a failed upload could remove the
 * content under a successful upload of the same bytes. Between processes, such as a server and an import, each removes only what it
 * stored itself, and the sweep only what nobody has stored again since.
 */
export const storeAllWithRow = <T>(ctx: Needs, given: readonly Content[], saveRow: (tx: Tx) => Promise<T>): Promise<T> => {
  const byHash = new Map(given.map((content) => [content.file.sha256, content]))
  const contents = [...byHash.keys()].toSorted().flatMap((sha256) => byHash.get(sha256) ?? [])
  return whileNobodyElseStores(contents, async () => {
    const begun: Begun[] = []
    try {
      // All are marked before the first is kept: whenever the process dies, the next start knows about each.
      for (const { file } of contents)
        begun.push({ sha256: file.sha256, unmark: await ctx.storage.markPending(file), takeBack: async () => {} })
      for (const [index, { file }] of contents.entries()) {
        const takeBack = await ctx.storage.keep(file)
        Object.assign(begun[index] ?? {}, { takeBack })
      }
      const saved = await ctx.transact(async (tx) => {
        await nameAll(tx, ctx, contents)
        return saveRow(tx)
      })
      // A leftover mark is harmless: the next start or the sweep removes it.
      for (const { unmark } of begun) await unmark().catch(() => undefined)
      return saved
    } catch (error) {
      // If even this fails, because the database is away, the content stays marked for the next start, and the sweep would remove
      // it later: the first failure is the one to report.
      for (const one of begun) await undo(ctx, one, error).catch(() => undefined)
      throw error
    }
  })
}

const nameAll = async (tx: Db, { clock }: Needs, contents: readonly Content[]): Promise<void> => {
  const createdAt = clock().toISOString()
  for (const { file, mediaType } of contents) await rows.insert(tx, { sha256: file.sha256, size: file.size, mediaType, createdAt })
}

const undo = async ({ db }: Needs, { sha256, takeBack, unmark }: Begun, error: unknown): Promise<void> => {
  // A commit whose connection was lost may still be running. Any other failure has rolled back, and a full disk can only be read.
  const isNamed = isUnavailable(error) ? await isOrWillBeNamed(db, sha256) : await rows.isNamed(db, sha256)
  if (!isNamed) await takeBack()
  await unmark()
}

const isOrWillBeNamed = (db: Db, sha256: string): Promise<boolean> => transact(db, (tx) => rows.isOrWillBeNamed(tx, sha256))

/**
 * Removes the contents that killed processes were storing and that no row names, when a program starts. If the database is
 * unavailable for one, the sweep removes it later.
 */
export const removeUnfinished = ({ db, storage }: Pick<Needs, 'db' | 'storage'>): Promise<number> =>
  storage.removeUnfinished((sha256) =>
    isOrWillBeNamed(db, sha256).catch((error: unknown) => {
      if (isUnavailable(error) || isReadOnly(error)) return true
      throw error
    }),
  )
