import { prepared } from './compiled.ts'
import type { Db } from './tables.ts'

/** Names of the locks: only one transaction at a time holds each. */
export type LockName =
  | 'announcements'
  | 'attachments'
  | 'backup'
  | 'categories'
  | 'customization'
  | 'devices'
  | 'fees'
  | 'gallery'
  | 'notices'
  | 'thoughts'
  | 'users'

const take = prepared((tx, name: string) =>
  tx
    .insertInto('locks')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name })),
)

/** Locks that a transaction has already. */
const held = new WeakMap<Db, Set<LockName>>()

/**
 * Takes a lock until the end of the transaction; others that take the same one wait. It must be the first statement of the
 * transaction, since rows that were read before it may be outdated. SQLite lets only one transaction write at a time anyway.
 */
export const lock = async (tx: Db, name: LockName): Promise<void> => {
  const locks = held.get(tx) ?? new Set()
  if (locks.has(name)) return
  await take(tx, name)
  held.set(tx, locks.add(name))
}
