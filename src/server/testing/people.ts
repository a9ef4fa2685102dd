import { hash } from '@node-rs/argon2'
import type { Role } from '#contract/actor.ts'
import { foldPhone } from '#contract/phone.ts'
import { fold } from '#server/db/fold.ts'
import { newId } from '#server/db/ids.ts'
import type { UsersTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/tables.ts'

let made = 0

/** The row of an account that nobody can sign in to with a password. */
export const newAccount = (role: Role, account: Partial<UsersTable> = {}): UsersTable => {
  const name = account.name ?? `A ${role}`
  const email = account.email === undefined ? `${role}-${++made}@example.org` : account.email
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
    pictureSha256: null,
    createdAt: new Date().toISOString(),
    deletedAt: null,
    monthlyFee: null,
    formerSeat: null,
    ...account,
    name,
    nameFolded: fold(name),
    email,
    emailFolded: email === null ? null : fold(email),
    phoneFolded: foldPhone(account.phone ?? null) ?? null,
  }
}

/** The fields as a multipart form, in which null is an empty text. */
export const asForm = (fields: object): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value === null ? '' : String(value))
  return form
}

export const rightPassword = 'correct horse battery'

type Account = Partial<UsersTable> & { role?: Role; password?: string }

/** A good hash is slow on purpose. */
export const cheapHash = (password: string): Promise<string> => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** The account of someone who can sign in. */
export const givenAccount = async ({ db }: { db: Db }, { role = 'student', password = rightPassword, ...account }: Account = {}) => {
  const passwordHash = await cheapHash(password)
  const user = newAccount(role, { ...account, passwordHash })
  await db.insertInto('users').values(user).execute()
  return { _id: user.id, name: user.name, email: user.email ?? '', password }
}
