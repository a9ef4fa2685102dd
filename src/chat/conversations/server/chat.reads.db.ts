import { sql } from 'kysely'
import type { ConversationSettingsTable, Db } from '#server/db/tables.ts'

export const readSeqOf = async (
  db: Db,
  conversationId: string,
  userId: string,
): Promise<{ readSeq: number; markedUnread: 0 | 1 } | undefined> =>
  db
    .selectFrom('conversationReads')
    .select(['readSeq', 'markedUnread'])
    .where('conversationId', '=', conversationId)
    .where('userId', '=', userId)
    .executeTakeFirst()

/** Marks as read up to `seq` and no longer as unread; what was read before stays read. */
export const markRead = (db: Db, conversationId: string, userId: string, seq: number) =>
  db
    .insertInto('conversationReads')
    .values({ conversationId, userId, readSeq: seq, markedUnread: 0 })
    .onConflict((conflict) =>
      conflict.columns(['conversationId', 'userId']).doUpdateSet({
        readSeq: sql<number>`case when excluded.read_seq > conversation_reads.read_seq then excluded.read_seq else conversation_reads.read_seq end`,
        markedUnread: 0,
      }),
    )
    .execute()

export const markUnread = (db: Db, conversationId: string, userId: string, readSeq: number) =>
  db
    .insertInto('conversationReads')
    .values({ conversationId, userId, readSeq, markedUnread: 1 })
    .onConflict((conflict) => conflict.columns(['conversationId', 'userId']).doUpdateSet({ markedUnread: 1 }))
    .execute()

export const joinedSeq = async (db: Db, conversationId: string, userId: string): Promise<number> =>
  (
    await db
      .selectFrom('conversationMembers')
      .select('joinedSeq')
      .where('conversationId', '=', conversationId)
      .where('userId', '=', userId)
      .executeTakeFirst()
  )?.joinedSeq ?? 0

export const settingsOf = (db: Db, conversationId: string, userId: string) =>
  db
    .selectFrom('conversationSettings')
    .select(['mutedUntil', 'notify'])
    .where('conversationId', '=', conversationId)
    .where('userId', '=', userId)
    .executeTakeFirst()

export const saveSettings = (db: Db, settings: ConversationSettingsTable) =>
  db
    .insertInto('conversationSettings')
    .values(settings)
    .onConflict((conflict) =>
      conflict.columns(['conversationId', 'userId']).doUpdateSet({ mutedUntil: settings.mutedUntil, notify: settings.notify }),
    )
    .execute()

/** All groups that these persons are in, besides those that come with the institution; one row for each person. */
export const groupsOfAll = async (db: Db, userIds: readonly string[]): Promise<Map<string, string[]>> => {
  const rows = await db
    .selectFrom('conversationMembers as member')
    .innerJoin('conversations', 'conversations.id', 'member.conversationId')
    .select(['member.userId', sql<string>`string_agg(conversations.id, ' ')`.as('ids')])
    .where('member.userId', 'in', userIds)
    .where('conversations.type', '=', 'group')
    .where('conversations.deletedAt', 'is', null)
    .groupBy('member.userId')
    .execute()
  return new Map(rows.map(({ userId, ids }) => [userId, ids.split(' ')]))
}

/** The groups that someone is in besides those that come with the institution, the most active first. */
export const groupIdsOf = async (db: Db, userId: string, most: number): Promise<string[]> =>
  (
    await db
      .selectFrom('conversationMembers as member')
      .innerJoin('conversations', 'conversations.id', 'member.conversationId')
      .select('conversations.id')
      .where('member.userId', '=', userId)
      .where('conversations.type', '=', 'group')
      .where('conversations.deletedAt', 'is', null)
      .orderBy('conversations.activity', 'desc')
      .limit(most)
      .execute()
  ).map(({ id }) => id)

/** Those of these conversations that are groups and that someone is in. */
export const groupsAmong = async (db: Db, userId: string, ids: readonly string[]): Promise<string[]> =>
  ids.length === 0
    ? []
    : (
        await db
          .selectFrom('conversationMembers as member')
          .innerJoin('conversations', 'conversations.id', 'member.conversationId')
          .select('conversations.id')
          .where('member.userId', '=', userId)
          .where('conversations.type', '=', 'group')
          .where('conversations.deletedAt', 'is', null)
          .where('conversations.id', 'in', ids)
          .execute()
      ).map(({ id }) => id)
