import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { hasRevision, isTopic, topics } from '#contract/topics.ts'
import type { Db } from '../db/tables.ts'
import { transact } from '../db/transact.ts'
import { headCode, record, recordEvent } from '../journal/journal.ts'
import { receiptBookKind } from '../journal/receiptBook.ts'

/**
 * Every revision becomes higher than any that the replaced data can have had: an answer that a browser keeps from before
 * must not pass for one from now.
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
 * The last step of a restore: another epoch; no receipt number before someone has entered the last one on paper; nothing
 * that a program was doing when the archive was made.
 */
export const beginEpoch = (db: Db, archive: string, now: Date): Promise<string> =>
  transact(db, async (tx) => {
    const [epoch, at] = [randomUUID(), now.toISOString()]
    await tx.deleteFrom('instance').execute()
    await tx.insertInto('instance').values({ id: 'only', epoch, createdAt: at, restoredAt: at, restoredFrom: archive }).execute()
    await tx.deleteFrom('chores').execute()
    await tx
      .insertInto('receiptBook')
      .values({ id: 'only', checkNeededSince: at })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ checkNeededSince: at }))
      .execute()
    const head = await headCode(tx)
    record(tx, receiptBookKind, { id: 'only', checkNeededSince: at })
    // The journal names the entry that it went back to.
    recordEvent(tx, 'restore', head)
    await raiseAll(tx, now)
    return epoch
  })

/** The contents that rows name, in the order of their hashes, behind `after`. */
export const filesAfter = (db: Db, after: string, limit: number) =>
  db.selectFrom('files').select(['sha256', 'size']).where('sha256', '>', after).orderBy('sha256').limit(limit).execute()

/** The epoch of a database, of whatever age; undefined where it has none. */
export const epochIn = async (db: Db): Promise<string | undefined> => {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'instance')) return undefined
  return (await db.selectFrom('instance').select('epoch').executeTakeFirst())?.epoch
}
