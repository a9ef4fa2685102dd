import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { hasRevision, isTopic, topics } from '#contract/topics.ts'
import type { Db } from '../db/tables.ts'
import { transact } from '../db/transact.ts'
import * as keptContents from '../files/keptContents.db.ts'
import { headCode, record, recordEvent } from '../journal/journal.ts'
import { receiptBookKind } from '../journal/receiptBook.ts'

/**
 * Raises every revision above any that the replaced data can have had, so that a reply cached in a browser does not pass for a
 * current one.
 */
const raiseAll = async (tx: Db, now: Date): Promise<void> => {
  const names = Object.keys(topics).filter(isTopic).filter(hasRevision)
  await tx
    .insertInto('revisions')
    .values(names.map((name) => ({ name, value: 0 })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const least = now.getTime()
  await sql`update revisions set value = case when value < ${least} then ${least} else value + 1 end`.execute(tx)
}

/**
 * The last step of a restore: begins a new epoch, blocks receipt numbers until someone has entered the last one on paper, and
 * clears the state of programs that ran when the archive was made. `isInBucket` says where the files are now.
 */
export const beginEpoch = (db: Db, archive: string, now: Date, isInBucket = false): Promise<string> =>
  transact(db, async (tx) => {
    const [epoch, at] = [randomUUID(), now.toISOString()]
    await tx.deleteFrom('instance').execute()
    await tx.insertInto('instance').values({ id: 'only', epoch, createdAt: at, restoredAt: at, restoredFrom: archive }).execute()
    await tx.deleteFrom('chores').execute()
    await tx.deleteFrom('nodeMessages').execute()
    await tx.deleteFrom('limitCounts').execute()
    await keptContents.restart(tx, isInBucket, at)
    await tx
      .insertInto('receiptBook')
      .values({ id: 'only', checkNeededSince: at })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ checkNeededSince: at }))
      .execute()
    const head = await headCode(tx)
    record(tx, receiptBookKind, { id: 'only', checkNeededSince: at })
    // The journal names the entry that it returned to.
    recordEvent(tx, 'restore', head)
    await raiseAll(tx, now)
    return epoch
  })

/** The contents that rows name, ordered by hash, after `after`. */
export const filesAfter = (db: Db, after: string, limit: number) =>
  db.selectFrom('files').select(['sha256', 'size']).where('sha256', '>', after).orderBy('sha256').limit(limit).execute()

/** Returns the epoch of a database of any version; undefined if it has none. */
export const epochIn = async (db: Db): Promise<string | undefined> => {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'instance')) return undefined
  return (await db.selectFrom('instance').select('epoch').executeTakeFirst())?.epoch
}
