import { randomBytes } from 'node:crypto'
import type { Db } from './tables.ts'

const read = (db: Db, name: string) => db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst()

/** The key of that name, 256 random bits in hex. It is made on first use, and several nodes at once agree on one. */
export const secret = async (db: Db, name: string): Promise<string> => {
  const known = await read(db, name)
  if (known) return known.value
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32).toString('hex'), createdAt: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const made = await read(db, name)
  if (!made) throw new Error(`The key "${name}" could not be stored.`)
  return made.value
}
