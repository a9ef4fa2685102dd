import { sql } from 'kysely'
import { databaseTime } from '#server/db/databaseClock.ts'
import { raising } from '#server/db/revisions.ts'
import type { Db } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transact.ts'

/** The revision of stored messages: the number of the newest batch. It is read with those of the topics. */
export const relayRevision = 'nodeMessages'
/** Raised every few seconds while any node hears nothing through Redis. */
export const needRevision = 'nodeMessagesNeeded'

/** How long messages are kept. A node that does not read for so long is told that it missed something. */
const KEPT_MS = 60_000

const raise = async (db: Db, name: string): Promise<number> => (await raising(db, [name]).executeTakeFirstOrThrow()).value

/** Tells every node that one hears nothing through Redis. */
export const raiseNeed = (db: Db): Promise<number> => raise(db, needRevision)

/** Adds a batch. Its number is taken by locking the revision, so that batches are committed in the order of their numbers. */
export const addBatch = async (tx: Tx, sender: string, messages: string): Promise<void> => {
  const batch = await raise(tx, relayRevision)
  await tx
    .insertInto('nodeMessages')
    .values({ batch, sender, messages, storedAt: databaseTime(tx) })
    .execute()
}

export const removeOld = (db: Db) =>
  db
    .deleteFrom('nodeMessages')
    .where('storedAt', '<', sql<number>`${databaseTime(db)} - ${sql.lit(KEPT_MS)}`)
    .execute()

/** Returns the batches after this one in their order, and the messages of other nodes; null for one's own. */
export const batchesAfter = (db: Db, batch: number, node: string) =>
  db
    .selectFrom('nodeMessages')
    .select(['batch', (eb) => eb.case().when('sender', '<>', node).then(eb.ref('messages')).else(null).end().as('messages')])
    .where('batch', '>', batch)
    .orderBy('batch')
    .execute()
