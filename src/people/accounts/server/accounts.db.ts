import type { OneTimeKeysTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/tables.ts'

export const hasSignedInFrom = async (db: Db, userId: string, address: string): Promise<boolean> =>
  (await db
    .selectFrom('signInAddresses')
    .select('address')
    .where('userId', '=', userId)
    .where('address', '=', address)
    .executeTakeFirst()) !== undefined

export const rememberAddress = (db: Db, userId: string, address: string, lastAt: string) =>
  db
    .insertInto('signInAddresses')
    .values({ userId, address, lastAt })
    .onConflict((conflict) => conflict.columns(['userId', 'address']).doUpdateSet({ lastAt }))
    .execute()

/** Returns when a person last signed in, if it is still stored. */
export const lastSignIn = async (db: Db, userId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('signInAddresses')
      .select((eb) => eb.fn.max('lastAt').as('at'))
      .where('userId', '=', userId)
      .executeTakeFirst()
  )?.at ?? undefined

/** Replaces older keys of the same purpose and person. */
export const putKey = async (db: Db, key: OneTimeKeysTable): Promise<void> => {
  await db
    .deleteFrom('oneTimeKeys')
    .where('purpose', '=', key.purpose)
    .$if(key.userId !== null, (query) => query.where('userId', '=', key.userId))
    .execute()
  await db.insertInto('oneTimeKeys').values(key).execute()
}

export const findKey = (db: Db, keyHash: string, purpose: OneTimeKeysTable['purpose'], now: string) =>
  db
    .selectFrom('oneTimeKeys')
    .select('userId')
    .where('keyHash', '=', keyHash)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/** Returns the key only to the caller that deletes it, so that it works once. */
export const takeKey = (db: Db, keyHash: string, purpose: OneTimeKeysTable['purpose'], now: string) =>
  db
    .deleteFrom('oneTimeKeys')
    .where('keyHash', '=', keyHash)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .returning('userId')
    .executeTakeFirst()

export const removeExpiredKeys = (db: Db, now: string) => db.deleteFrom('oneTimeKeys').where('expiresAt', '<=', now).execute()

export const removeOldAddresses = (db: Db, before: string) => db.deleteFrom('signInAddresses').where('lastAt', '<', before).execute()

/** Deletes the keys of a person, so that their links open nothing more. */
export const removeKeysOf = async (tx: Db, userId: string): Promise<void> => {
  await tx.deleteFrom('oneTimeKeys').where('userId', '=', userId).execute()
}

/** Deletes the sign-in data of a person, except for the sessions. */
export const onPersonDeleted = async (tx: Db, userId: string): Promise<void> => {
  await removeKeysOf(tx, userId)
  await tx.deleteFrom('signInAddresses').where('userId', '=', userId).execute()
}
