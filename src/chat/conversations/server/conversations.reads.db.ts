import { sql } from 'kysely'
import type { ConversationSettingsTable } from '#server/db/tables/chat.ts'
import type { Db } from '#server/db/tables.ts'
import type { Authorized } from './conversations.authorized.ts'

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

/** The higher of the present number in a column and the new one. */
const raised = (column: 'read_seq' | 'delivered_seq') => {
  const [fresh, known] = [sql.ref(`excluded.${column}`), sql.ref(`conversation_reads.${column}`)]
  return sql<number>`case when ${fresh} > ${known} then ${fresh} else ${known} end`
}

/** Marks messages as read up to `seq` and clears the unread mark; never moves back. */
export const markRead = (db: Db, { id: conversationId }: Authorized<'read'>, userId: string, seq: number) =>
  db
    .insertInto('conversationReads')
    .values({ conversationId, userId, readSeq: seq, markedUnread: 0, deliveredSeq: seq })
    .onConflict((conflict) =>
      conflict.columns(['conversationId', 'userId']).doUpdateSet({
        readSeq: raised('read_seq'),
        deliveredSeq: raised('delivered_seq'),
        markedUnread: 0,
      }),
    )
    .execute()

export const markUnread = (db: Db, { id: conversationId }: Authorized<'read'>, userId: string, readSeq: number) =>
  db
    .insertInto('conversationReads')
    .values({ conversationId, userId, readSeq, markedUnread: 1, deliveredSeq: readSeq })
    .onConflict((conflict) => conflict.columns(['conversationId', 'userId']).doUpdateSet({ markedUnread: 1 }))
    .execute()

/** Marks messages as received up to `seq`; never moves back. `readSeq` is the read position of a person who has none yet. */
export const markDelivered = (
  db: Db,
  { id: conversationId }: Authorized<'read'>,
  { userId, readSeq, seq }: { userId: string; readSeq: number; seq: number },
) =>
  db
    .insertInto('conversationReads')
    .values({ conversationId, userId, readSeq, markedUnread: 0, deliveredSeq: seq })
    .onConflict((conflict) => conflict.columns(['conversationId', 'userId']).doUpdateSet({ deliveredSeq: raised('delivered_seq') }))
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

type Settings = Omit<ConversationSettingsTable, 'conversationId'>

export const saveSettings = (db: Db, { id: conversationId }: Authorized<'read'>, settings: Settings) =>
  db
    .insertInto('conversationSettings')
    .values({ conversationId, ...settings })
    .onConflict((conflict) =>
      conflict.columns(['conversationId', 'userId']).doUpdateSet({ mutedUntil: settings.mutedUntil, notify: settings.notify }),
    )
    .execute()

/** Returns those of these people who do not want to be notified of a message: it is muted, or they want only mentions. */
export const quietedAmong = async (
  db: Db,
  conversationId: string,
  userIds: readonly string[],
  mentioned: readonly string[],
  now: string,
): Promise<Set<string>> => {
  if (userIds.length === 0) return new Set()
  const settings = await db
    .selectFrom('conversationSettings')
    .select(['userId', 'mutedUntil', 'notify'])
    .where('conversationId', '=', conversationId)
    .where('userId', 'in', userIds)
    .execute()
  const isQuieted = ({ userId, mutedUntil, notify }: (typeof settings)[number]): boolean =>
    (mutedUntil !== null && mutedUntil > now) || notify === 'none' || (notify === 'mentions' && !mentioned.includes(userId))
  return new Set(settings.filter(isQuieted).map(({ userId }) => userId))
}

/** Returns all groups of these people except built-in ones; one row for each person. */
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

/** Returns a person's groups except built-in ones, the most active first. */
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

/** Returns those of these conversations that are groups of this person. */
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
