import { randomUUID } from 'node:crypto'
import type { Db, InstanceTable } from './tables.ts'

const read = (db: Db) => db.selectFrom('instance').selectAll().executeTakeFirst()

/** What this installation is. Its row is made on first use, and several nodes at once agree on one. */
export const instanceOf = async (db: Db): Promise<InstanceTable> => {
  const known = await read(db)
  if (known) return known
  await db
    .insertInto('instance')
    .values({ id: 'only', epoch: randomUUID(), createdAt: new Date().toISOString(), restoredAt: null, restoredFrom: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const made = await read(db)
  if (!made) throw new Error('The installation could not be named.')
  return made
}
