import type { Role } from '#contract/actor.ts'
import type { Db } from '#server/db/tables.ts'
import { startSession } from '#server/sessions/sessions.ts'
import type { SignedIn } from './nodes.ts'
import { newAccount } from './people.ts'

/** A new person, signed in by a row, since signing in is slow on purpose. */
export const givenSignedIn = async (db: Db, role: Role, name: string): Promise<SignedIn> => {
  const user = newAccount(role, { name })
  await db.insertInto('users').values(user).execute()
  const platform = { config: { sessionDays: 30 } } as Parameters<typeof startSession>[0]
  const session = await startSession(platform, db, { userId: user.id, device: 'Chrome, Android', now: new Date() })
  return { _id: user.id, name, ...session }
}
