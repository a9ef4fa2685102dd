import type { DevicesTable } from '#server/db/tables/chat.encryption.ts'
import type { Db } from '#server/db/tables.ts'

export const byId = (db: Db, id: string): Promise<DevicesTable | undefined> =>
  db.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Returns a person's devices that were not removed, the most recently seen first. Leaves out pending ones not seen since
 * `pendingSince`.
 */
export const livingOf = (db: Db, userId: string, pendingSince: string): Promise<DevicesTable[]> =>
  db
    .selectFrom('devices')
    .selectAll()
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where((eb) => eb.or([eb('state', '!=', 'pending'), eb('lastSeenAt', '>=', pendingSince)]))
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .execute()

/** Returns whether it was inserted, false if it already existed. */
export const insert = async (tx: Db, device: DevicesTable): Promise<boolean> =>
  (
    await tx
      .insertInto('devices')
      .values(device)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .execute()
  ).length > 0

export const update = (tx: Db, id: string, change: Partial<Omit<DevicesTable, 'id' | 'userId' | 'kind'>>) =>
  tx.updateTable('devices').set(change).where('id', '=', id).execute()

/** Deletes pending devices not seen since an instant, unless a key or a message names them. */
export const deletePending = (tx: Db, pendingSince: string) =>
  tx
    .deleteFrom('devices')
    .where('state', '=', 'pending')
    .where('lastSeenAt', '<', pendingSince)
    .where((eb) =>
      eb.and([
        eb.not(eb.exists(eb.selectFrom('conversationKeyWraps').select('deviceId').whereRef('deviceId', '=', 'devices.id'))),
        eb.not(eb.exists(eb.selectFrom('messageCiphertexts').select('deviceId').whereRef('deviceId', '=', 'devices.id'))),
      ]),
    )
    .execute()

/** Removes these devices of a person and their private data. Returns those that existed. */
export const revoke = (
  tx: Db,
  userId: string,
  ids: readonly string[] | 'all',
  at: string,
): Promise<Pick<DevicesTable, 'name' | 'kind'>[]> =>
  tx
    .updateTable('devices')
    .set({ revokedAt: at, sealedKeys: null })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .$if(ids !== 'all', (query) => query.where('id', 'in', ids as string[]))
    .returning(['name', 'kind'])
    .execute()

/** Returns the recovery device of a person. */
export const recoveryOf = (db: Db, userId: string): Promise<DevicesTable | undefined> =>
  db
    .selectFrom('devices')
    .selectAll()
    .where('userId', '=', userId)
    .where('kind', '=', 'recovery')
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
