import { randomUUID } from 'node:crypto'
import type { Clocked } from '../clock.ts'
import type { InstanceTable } from './tables/platform.ts'
import type { Db } from './tables.ts'

const read = (db: Db) => db.selectFrom('instance').selectAll().executeTakeFirst()

/** Returns the identity of this installation. Its row is created on first use, and concurrent nodes agree on one. */
export const instanceOf = async ({ db, clock }: Clocked): Promise<InstanceTable> => {
  const known = await read(db)
  if (known) return known
  await db
    .insertInto('instance')
    .values({ id: 'only', epoch: randomUUID(), createdAt: clock().toISOString(), restoredAt: null, restoredFrom: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const made = await read(db)
  if (!made) throw new Error('The installation could not be named.')
  return made
}
