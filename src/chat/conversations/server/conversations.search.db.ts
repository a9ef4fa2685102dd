import { sql } from 'kysely'
import { messageIndexOf } from '#server/db/messageIndexOf.ts'
import type { Db } from '#server/db/tables.ts'
import { idsOf } from './conversations.db.ts'

export type Searched = { id: string; type: 'private' | 'group'; name: string; firstSeq: number; lastSeq: number; activity: string }

/** Returns a person's unencrypted conversations that have messages, latest first, each with the name that the person sees. */
export const searchable = (db: Db, userId: string, most: number): Promise<Searched[]> =>
  db
    .selectFrom(idsOf(db, userId).as('own'))
    .innerJoin('conversations', 'conversations.id', 'own.id')
    .leftJoin('conversationMembers as other', (join) =>
      join.onRef('other.conversationId', '=', 'conversations.id').on('other.userId', '!=', userId).on('conversations.type', '=', 'private'),
    )
    .leftJoin('users', 'users.id', 'other.userId')
    .select(['conversations.id', 'conversations.type', 'conversations.firstSeq', 'conversations.lastSeq', 'conversations.activity'])
    .select(sql<string>`coalesce(conversations.name, users.name, '')`.as('name'))
    .where('conversations.deletedAt', 'is', null)
    .where('conversations.encryptedAt', 'is', null)
    .whereRef('conversations.lastSeq', '>=', 'conversations.firstSeq')
    .orderBy('conversations.activity', 'desc')
    .limit(most)
    .execute()

export type Place = { conversationId: string; seq: number }

/** Returns the last message of each full cell of these conversations. The cell size is inlined so that the index is used. */
export const cellEnds = (db: Db, conversationIds: readonly string[]): Promise<(Place & { id: string })[]> => {
  if (conversationIds.length === 0) return Promise.resolve([])
  const { cellMessages } = messageIndexOf(db)
  return db
    .selectFrom('messages')
    .select(['id', 'conversationId', 'seq'])
    .where('conversationId', 'in', conversationIds)
    .where(sql<boolean>`seq % ${sql.lit(cellMessages)} = ${sql.lit(cellMessages - 1)}`)
    .execute()
}

/** Returns the message search index of this database. */
export const indexOf = messageIndexOf
