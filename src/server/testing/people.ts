import type { Role } from '#contract/actor.ts'
import { fold } from '#server/db/fold.ts'
import { newId } from '#server/db/ids.ts'
import type { UsersTable } from '#server/db/tables.ts'

let made = 0

/** The row of an account that nobody can sign in to with a password. */
export const newAccount = (role: Role, account: Partial<UsersTable> = {}): UsersTable => {
  const name = account.name ?? `A ${role}`
  const email = account.email ?? `${role}-${++made}@example.org`
  return {
    id: newId(),
    role,
    passwordHash: 'none',
    phone: null,
    dob: null,
    dateJoined: null,
    terminationDate: null,
    slot: null,
    seatNumber: null,
    createdAt: new Date().toISOString(),
    deletedAt: null,
    ...account,
    name,
    nameFolded: fold(name),
    email,
    emailFolded: fold(email),
  }
}
