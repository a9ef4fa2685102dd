import type { Actor } from '#contract/actor.ts'
import type { Db } from '#server/db/tables.ts'

const BATCH = 1_000

const some = async (db: Db, ids: readonly string[]): Promise<Actor[]> => {
  const rows = await db.selectFrom('users').select(['id', 'name', 'role']).where('id', 'in', ids).where('deletedAt', 'is', null).execute()
  return rows.map(({ id, name, role }) => ({ _id: id, name, role }))
}

/** Returns those of these people who have an account. */
export const byIds = async (db: Db, ids: readonly string[]): Promise<Actor[]> => {
  const found: Actor[] = []
  for (let at = 0; at < ids.length; at += BATCH) found.push(...(await some(db, ids.slice(at, at + BATCH))))
  return found
}
