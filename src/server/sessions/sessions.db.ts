import { cachedQuery } from '#server/db/compiled.ts'
import type { UsersTable } from '#server/db/tables/people.ts'
import type { SessionsTable } from '#server/db/tables/platform.ts'
import type { Db } from '#server/db/tables.ts'

/** The stored settings of the hall, which say when its day begins: every call needs them to judge whether an account has ended. */
const hallOf = (db: Db) => db.selectFrom('customization').select('hall').as('hall')

const joined = (db: Db) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select([
      'sessions.id',
      'sessions.lastUsedAt',
      'sessions.expiresAt',
      'users.id as userId',
      'users.name',
      'users.role',
      'users.terminationDate',
      hallOf(db),
    ])
    .where('users.deletedAt', 'is', null)

export type SessionRow = NonNullable<Awaited<ReturnType<typeof byId>>>

const byTokenHash = cachedQuery((db, tokenHash: string) => joined(db).where('sessions.tokenHash', '=', tokenHash))

export const byToken = async (db: Db, tokenHash: string) => (await byTokenHash(db, tokenHash)).at(0)

export const byId = (db: Db, id: string) => joined(db).where('sessions.id', '=', id).executeTakeFirst()

export const byIds = (db: Db, ids: readonly string[]) => joined(db).where('sessions.id', 'in', ids).execute()

export const insert = (db: Db, session: SessionsTable) => db.insertInto('sessions').values(session).execute()

/** A person who has an account with this password hash. */
export const personWith = (db: Db, { id, passwordHash }: Pick<UsersTable, 'id' | 'passwordHash'>) =>
  db
    .selectFrom('users')
    .select((_) => ['name', 'role', 'terminationDate', hallOf(db)])
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

export const touch = (db: Db, id: string, lastUsedAt: string, expiresAt: string) =>
  db.updateTable('sessions').set({ lastUsedAt, expiresAt }).where('id', '=', id).execute()

/** Deletes the sessions of a person, all but `except`; returns their ids. */
export const removeOf = (db: Db, userId: string, except: string | undefined) =>
  db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .returning('id')
    .execute()

export const remove = (db: Db, userId: string, id: string) =>
  db.deleteFrom('sessions').where('userId', '=', userId).where('id', '=', id).returning('id').execute()

export const removeExpired = (db: Db, now: string) => db.deleteFrom('sessions').where('expiresAt', '<=', now).returning('id').execute()

/** Returns one page of a person's live sessions, newest first. */
export const pageOf = (db: Db, userId: string, now: string, limit: number, after: string | undefined) =>
  db
    .selectFrom('sessions')
    .select(['id', 'device', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
