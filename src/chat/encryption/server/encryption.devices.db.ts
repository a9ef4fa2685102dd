import type { Db, DevicesTable } from '#server/db/tables.ts'

export const byId = (db: Db, id: string): Promise<DevicesTable | undefined> =>
  db.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirst()

/** The devices of somebody that were not removed, the one that was seen last first. */
export const livingOf = (db: Db, userId: string): Promise<DevicesTable[]> =>
  db
    .selectFrom('devices')
    .selectAll()
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .execute()

/** Returns whether it was not there yet. */
export const insert = async (tx: Db, device: DevicesTable): Promise<boolean> =>
  (
    await tx
      .insertInto('devices')
      .values(device)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .execute()
  ).length > 0

export const update = (tx: Db, id: string, change: Pick<DevicesTable, 'name' | 'lastSeenAt'>) =>
  tx.updateTable('devices').set(change).where('id', '=', id).execute()

/** Removes these living devices of somebody, of which nothing private is kept; returns which were there. */
export const revoke = async (tx: Db, userId: string, ids: readonly string[] | 'all', at: string): Promise<string[]> =>
  (
    await tx
      .updateTable('devices')
      .set({ revokedAt: at, sealedKeys: null })
      .where('userId', '=', userId)
      .where('revokedAt', 'is', null)
      .$if(ids !== 'all', (query) => query.where('id', 'in', ids as string[]))
      .returning('id')
      .execute()
  ).map(({ id }) => id)

/** The recovery device of somebody. */
export const recoveryOf = (db: Db, userId: string): Promise<DevicesTable | undefined> =>
  db
    .selectFrom('devices')
    .selectAll()
    .where('userId', '=', userId)
    .where('kind', '=', 'recovery')
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
