import { remembered } from './compiled.ts'
import type { Db, Tables } from './tables.ts'

/** The kinds of cached answers are named after the table that they show. */
export type RevisionName = keyof Tables

/**
 * Raises the revision, in the transaction of the write that makes cached answers stale. The row stays locked
 * until the commit, so it is the last thing in a transaction; several are raised in alphabetical order.
 */
export const bump = async (db: Db, name: RevisionName): Promise<void> => {
  await db
    .insertInto('revisions')
    .values({ name, value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ value: eb('revisions.value', '+', 1) })))
    .execute()
}

const valueNamed = remembered((db, name: RevisionName) => db.selectFrom('revisions').select('value').where('name', '=', name))

/** The revision as it is committed now; 0 before the first write. */
export const revisionOf = async (db: Db, name: RevisionName): Promise<number> => (await valueNamed(db, name))[0]?.value ?? 0
