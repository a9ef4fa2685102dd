import { sql } from 'kysely'
import type { PresenceTable } from '#server/db/tables/chat.ts'
import type { Db } from '#server/db/tables.ts'

/** Maximum number of rows per statement. */
const AT_ONCE = 500

const inParts = function* <T>(all: readonly T[]): Generator<readonly T[]> {
  for (let done = 0; done < all.length; done += AT_ONCE) yield all.slice(done, done + AT_ONCE)
}

export const among = async (db: Db, userIds: readonly string[]): Promise<Map<string, PresenceTable>> => {
  const found = new Map<string, PresenceTable>()
  for (const some of inParts(userIds))
    for (const row of await db.selectFrom('presence').selectAll().where('userId', 'in', some).execute()) found.set(row.userId, row)
  return found
}

/** Records that these people were online at an instant; skips deleted people. */
export const saveSeen = async (db: Db, userIds: readonly string[], lastSeen: string): Promise<void> => {
  for (const some of inParts(userIds))
    await db
      .insertInto('presence')
      .columns(['userId', 'lastSeen', 'isHidden'])
      .expression((eb) =>
        eb
          .selectFrom('users')
          .select(['id', sql<string>`cast(${lastSeen} as text)`.as('lastSeen'), sql<0>`0`.as('isHidden')])
          .where('id', 'in', some)
          .where('deletedAt', 'is', null),
      )
      .onConflict((conflict) =>
        conflict.column('userId').doUpdateSet({
          // Two nodes may write in any order.
          lastSeen: sql<string>`case when presence.last_seen > excluded.last_seen then presence.last_seen else excluded.last_seen end`,
        }),
      )
      .execute()
}

export const saveHidden = (db: Db, userId: string, isHidden: 0 | 1) =>
  db
    .insertInto('presence')
    .values({ userId, lastSeen: null, isHidden })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ isHidden }))
    .execute()

export const onPersonDeleted = async (tx: Db, userId: string): Promise<void> => {
  await tx.deleteFrom('presence').where('userId', '=', userId).execute()
}
