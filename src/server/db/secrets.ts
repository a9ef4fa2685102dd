import { randomBytes } from 'node:crypto'
import type { Clocked } from '../clock.ts'
import type { Db } from './tables.ts'

const names = ['file-links', 'day-links', 'franking', 'push'] as const
type SecretName = (typeof names)[number]

const read = (db: Db, name: SecretName) => db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst()

/** Returns the key of that name, 256 random bits in hex. It is created if it is missing, and concurrent nodes agree on one. */
export const secret = async ({ db, clock }: Clocked, name: SecretName): Promise<string> => {
  const known = await read(db, name)
  if (known) return known.value
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32).toString('hex'), createdAt: clock().toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const made = await read(db, name)
  if (!made) throw new Error(`The key "${name}" could not be stored.`)
  return made.value
}

/** Creates every missing key, so that no reading call has to write one. */
export const makeSecrets = async (needs: Clocked): Promise<void> => {
  for (const name of names) await secret(needs, name)
}
