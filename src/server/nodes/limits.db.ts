import { sql } from 'kysely'
import { databaseTime } from '#server/db/databaseClock.ts'
import type { Db } from '#server/db/tables.ts'

export type Count = { points: number; msLeft: number }

type Counting = { key: string; by: number; durationMs: number; atLeast: number }

/**
 * Adds to a count, which starts from zero when it has expired, and returns it. The count before was `atLeast` this, even if the row has
 * less.
 */
export const count = async (db: Db, { key, by, durationMs, atLeast }: Counting): Promise<Count> => {
  const now = databaseTime(db)
  const { points, expiresAt, at } = await db
    .insertInto('limitCounts')
    .values({ key, points: Math.max(0, atLeast + by), expiresAt: sql<number>`${now} + ${sql.lit(durationMs)}` })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        points: eb
          .case()
          .when('limitCounts.expiresAt', '<=', now)
          .then(eb.ref('excluded.points'))
          .when('limitCounts.points', '<', atLeast)
          .then(eb.ref('excluded.points'))
          .else(eb('limitCounts.points', '+', by))
          .end(),
        expiresAt: eb
          .case()
          .when('limitCounts.expiresAt', '<=', now)
          .then(eb.ref('excluded.expiresAt'))
          .else(eb.ref('limitCounts.expiresAt'))
          .end(),
      })),
    )
    .returning(['points', 'expiresAt', now.as('at')])
    .executeTakeFirstOrThrow()
  return { points, msLeft: Math.max(1, expiresAt - at) }
}

export const removeExpired = (db: Db) => db.deleteFrom('limitCounts').where('expiresAt', '<', databaseTime(db)).execute()
