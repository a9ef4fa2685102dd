import type { Actor } from '#contract/actor.ts'
import type { Db } from '#server/db/tables.ts'

const BATCH = 1_000

/** Those of these persons who have an account. */
export const byIds = async (db: Db, ids: readonly string[]): Promise<Actor[]> => {
  const found: Actor[] = []
  for (let at = 0; at < ids.length; at += BATCH)
    found.push(
      ...(await db
        .selectFrom('users')
        .select(['id as _id', 'name', 'role'])
        .where('id', 'in', ids.slice(at, at + BATCH))
        .where('deletedAt', 'is', null)
        .execute()),
    )
  return found
}
