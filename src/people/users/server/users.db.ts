import { sql } from 'kysely'
import type { StaysTable, UsersTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/tables.ts'
import { record } from '#server/journal/journal.ts'
import { stayKind } from './users.journal.ts'

export const columns = [
  'id',
  'name',
  'email',
  'role',
  'terminationDate',
  'dob',
  'dateJoined',
  'slot',
  'seatNumber',
  'phone',
  'pictureSha256',
  'monthlyFee',
  'formerSeat',
  'createdAt',
] as const

export type UserRow = Pick<UsersTable, (typeof columns)[number]>

export const byId = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').select(columns).where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst()

export const byEmail = (db: Db, emailFolded: string): Promise<(UserRow & { passwordHash: string }) | undefined> =>
  db
    .selectFrom('users')
    .select([...columns, 'passwordHash'])
    .where('emailFolded', '=', emailFolded)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

/** An account without an end sorts last. */
const lastDay = sql<string>`coalesce(termination_date, '9999-12-31')`

/** Returns the two accounts with this mobile number that end last, in that order. */
export const latestByPhone = (db: Db, phoneFolded: string): Promise<(UserRow & { passwordHash: string })[]> =>
  db
    .selectFrom('users')
    .select([...columns, 'passwordHash'])
    .where('phoneFolded', '=', phoneFolded)
    .where('deletedAt', 'is', null)
    .orderBy(lastDay, 'desc')
    .limit(2)
    .execute()

export const passwordHashOf = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(['email', 'phone', 'passwordHash', 'role'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

/**
 * Returns whether this is still the person's password hash. Updates the hash with itself, so that the row stays locked until the
 * end of the transaction: on PostgreSQL, a concurrent change waits.
 */
export const lockPasswordHash = (db: Db, id: string, passwordHash: string) =>
  db
    .updateTable('users')
    .set({ passwordHash })
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()

export const setPasswordHash = (db: Db, id: string, passwordHash: string) =>
  db.updateTable('users').set({ passwordHash }).where('id', '=', id).execute()

export const insert = (db: Db, user: UsersTable): Promise<UserRow> =>
  db.insertInto('users').values(user).returning(columns).executeTakeFirstOrThrow()

/** Returns undefined if the person does not exist or is deleted. */
export const update = (db: Db, id: string, change: Partial<Omit<UsersTable, 'id'>>): Promise<UserRow | undefined> =>
  db.updateTable('users').set(change).where('id', '=', id).where('deletedAt', 'is', null).returning(columns).executeTakeFirst()

/** Returns undefined if the person no longer has this seat. */
export const makeSeatFormer = (db: Db, id: string, seatNumber: number) =>
  db
    .updateTable('users')
    .set({ seatNumber: null, formerSeat: seatNumber })
    .where('id', '=', id)
    .where('seatNumber', '=', seatNumber)
    .returning('id')
    .executeTakeFirst()

/** Returns whether anybody besides this person is a superadmin without an end. */
export const hasOtherSuperadmin = async (db: Db, id: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'superadmin')
    .where('deletedAt', 'is', null)
    .where('terminationDate', 'is', null)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const anybody = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined

/** Returns the content hash of a person's picture. */
export const pictureOf = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .innerJoin('files', 'files.sha256', 'users.pictureSha256')
    .select(['files.sha256', 'files.size', 'files.mediaType'])
    .where('users.id', '=', id)
    .where('users.deletedAt', 'is', null)
    .executeTakeFirst()

/** Stores a past period of membership. The same period is stored once. */
export const insertStay = async (tx: Db, stay: StaysTable): Promise<void> => {
  await tx
    .insertInto('stays')
    .values(stay)
    .onConflict((conflict) => conflict.columns(['userId', 'fromDay']).doUpdateSet({ toDay: stay.toDay }))
    .execute()
  record(tx, stayKind, stay)
}
