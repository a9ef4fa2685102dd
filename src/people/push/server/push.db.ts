import type { PushDaysTable, PushPreferencesTable, PushSubscriptionsTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/tables.ts'

export const preferencesOf = (db: Db, userId: string): Promise<PushPreferencesTable | undefined> =>
  db.selectFrom('pushPreferences').selectAll().where('userId', '=', userId).executeTakeFirst()

export const savePreferences = (tx: Db, { userId, ...preferences }: PushPreferencesTable) =>
  tx
    .insertInto('pushPreferences')
    .values({ userId, ...preferences })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(preferences))
    .execute()

export const endpointOf = async (db: Db, sessionId: string): Promise<string | null> =>
  (await db.selectFrom('pushSubscriptions').select('endpoint').where('sessionId', '=', sessionId).executeTakeFirst())?.endpoint ?? null

/** Deletes the subscription of this session, and that of any other session of the same browser, and inserts this one. */
export const subscribe = async (tx: Db, row: PushSubscriptionsTable): Promise<void> => {
  await tx
    .deleteFrom('pushSubscriptions')
    .where((eb) => eb.or([eb('sessionId', '=', row.sessionId), eb('endpoint', '=', row.endpoint)]))
    .execute()
  await tx.insertInto('pushSubscriptions').values(row).execute()
}

/**
 * Replaces the subscription with this address and secret, for the same session, if that still lasts. Returns the person, or undefined
 * if there is no such subscription.
 */
export const replace = async (
  tx: Db,
  earlier: Pick<PushSubscriptionsTable, 'endpoint' | 'auth'>,
  next: Pick<PushSubscriptionsTable, 'endpoint' | 'p256dh' | 'auth'>,
  now: string,
): Promise<string | undefined> => {
  const found = await live(tx, now)
    .select(['browser.sessionId', 'browser.userId', 'browser.createdAt'])
    .where('browser.endpoint', '=', earlier.endpoint)
    .where('browser.auth', '=', earlier.auth)
    .executeTakeFirst()
  if (!found) return undefined
  await subscribe(tx, { ...found, ...next })
  return found.userId
}

/** Deletes all subscriptions of a person but the newest ones. */
export const keepNewest = async (tx: Db, userId: string, most: number): Promise<void> => {
  const newest = await tx
    .selectFrom('pushSubscriptions')
    .select('sessionId')
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('sessionId', 'desc')
    .limit(most)
    .execute()
  await tx
    .deleteFrom('pushSubscriptions')
    .where('userId', '=', userId)
    .where(
      'sessionId',
      'not in',
      newest.map(({ sessionId }) => sessionId),
    )
    .execute()
}

export const unsubscribe = (tx: Db, sessionId: string) => tx.deleteFrom('pushSubscriptions').where('sessionId', '=', sessionId).execute()

/** Returns the people who have a browser that gets notifications. */
export const subscribers = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('pushSubscriptions').select('userId').distinct().orderBy('userId').execute()).map(({ userId }) => userId)

/** Selects the browsers of these people whose sessions still last. */
const live = (db: Db, now: string) =>
  db
    .selectFrom('pushSubscriptions as browser')
    .innerJoin('sessions', 'sessions.id', 'browser.sessionId')
    .innerJoin('users', 'users.id', 'browser.userId')
    .where('sessions.expiresAt', '>', now)
    .where('users.deletedAt', 'is', null)

export type BrowserRow = Awaited<ReturnType<typeof browsersOf>>[number]

/** Returns the browsers of these people, with what each person wants to be notified about; null if they never chose. */
export const browsersOf = (db: Db, userIds: readonly string[], now: string) =>
  live(db, now)
    .leftJoin('pushPreferences as wants', 'wants.userId', 'browser.userId')
    .select(['browser.sessionId', 'browser.userId', 'browser.endpoint', 'browser.p256dh', 'browser.auth', 'users.terminationDate'])
    .select(['wants.messages', 'wants.notices', 'wants.dues', 'wants.receipts', 'wants.accountEnds'])
    .select(['wants.showsText', 'wants.quietFrom', 'wants.quietTo'])
    .where('browser.userId', 'in', userIds)
    .orderBy('browser.sessionId')
    .execute()

/** Returns whether the session of this browser still lasts and has this subscription. */
export const isLive = async (db: Db, sessionId: string, endpoint: string, now: string): Promise<boolean> =>
  (await live(db, now)
    .select('browser.sessionId')
    .where('browser.sessionId', '=', sessionId)
    .where('browser.endpoint', '=', endpoint)
    .executeTakeFirst()) !== undefined

/** Deletes a subscription that no longer exists at its service. Returns the person. */
export const drop = async (tx: Db, sessionId: string, endpoint: string): Promise<string | undefined> =>
  (
    await tx
      .deleteFrom('pushSubscriptions')
      .where('sessionId', '=', sessionId)
      .where('endpoint', '=', endpoint)
      .returning('userId')
      .executeTakeFirst()
  )?.userId

export const lastDayOf = async (db: Db, kind: PushDaysTable['kind']): Promise<string | undefined> =>
  (await db.selectFrom('pushDays').select('day').where('kind', '=', kind).executeTakeFirst())?.day

/** Marks a day as begun. Returns whether no other node has. */
export const beginDay = async (tx: Db, kind: PushDaysTable['kind'], day: string): Promise<boolean> =>
  (await tx
    .insertInto('pushDays')
    .values({ kind, day })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ day }).where('pushDays.day', '<', day))
    .returning('kind')
    .executeTakeFirst()) !== undefined

/** Returns the people whose last day is in this range, both ends included. */
export const endingBetween = (db: Db, from: string, to: string) =>
  db
    .selectFrom('users')
    .select(['id', 'terminationDate'])
    .$narrowType<{ terminationDate: string }>()
    .where('deletedAt', 'is', null)
    .where('terminationDate', '>=', from)
    .where('terminationDate', '<=', to)
    .orderBy('id')
    .execute()

export const onPersonDeleted = async (tx: Db, userId: string): Promise<void> => {
  await tx.deleteFrom('pushSubscriptions').where('userId', '=', userId).execute()
  await tx.deleteFrom('pushPreferences').where('userId', '=', userId).execute()
}
