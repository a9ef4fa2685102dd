import type { Db, StaysTable, UsersTable } from '#server/db/tables.ts'
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

export const passwordHashOf = (db: Db, id: string) =>
  db.selectFrom('users').select(['email', 'passwordHash', 'role']).where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst()

/**
 * Whether this is still the person's password. Written over with itself, so that the row stays locked until the end of
 * the transaction: on PostgreSQL a person who changes it waits.
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

/** Returns undefined if the person is missing or deleted. */
export const update = (db: Db, id: string, change: Partial<Omit<UsersTable, 'id'>>): Promise<UserRow | undefined> =>
  db.updateTable('users').set(change).where('id', '=', id).where('deletedAt', 'is', null).returning(columns).executeTakeFirst()

export const roleOf = async (db: Db, id: string): Promise<UsersTable['role'] | undefined> =>
  (await db.selectFrom('users').select('role').where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst())?.role

/** Whether anybody but this person is a superadmin without an end. */
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

/** The content that someone's picture is. */
export const pictureOf = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .innerJoin('files', 'files.sha256', 'users.pictureSha256')
    .select(['files.sha256', 'files.size', 'files.mediaType'])
    .where('users.id', '=', id)
    .where('users.deletedAt', 'is', null)
    .executeTakeFirst()

/** A period of membership that is over. The same period is kept once. */
export const insertStay = async (tx: Db, stay: StaysTable): Promise<void> => {
  await tx
    .insertInto('stays')
    .values(stay)
    .onConflict((conflict) => conflict.columns(['userId', 'fromDay']).doUpdateSet({ toDay: stay.toDay }))
    .execute()
  record(tx, stayKind, stay)
}
