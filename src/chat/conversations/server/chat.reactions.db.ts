import type { Db, MessageReactionsTable } from '#server/db/tables.ts'

/** The reactions to these messages, in the order in which people reacted. */
export const of = (db: Db, messageIds: readonly string[]) =>
  messageIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('messageReactions')
        .innerJoin('users', 'users.id', 'messageReactions.userId')
        .select(['messageReactions.messageId', 'messageReactions.emoji', 'users.id as userId', 'users.name'])
        .where('messageReactions.messageId', 'in', messageIds)
        .orderBy('messageReactions.id')
        .execute()

export const mentionsOf = (db: Db, messageIds: readonly string[]) =>
  messageIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('messageMentions')
        .innerJoin('users', 'users.id', 'messageMentions.userId')
        .select(['messageMentions.messageId', 'users.id as userId', 'users.name'])
        .where('messageMentions.messageId', 'in', messageIds)
        .orderBy('users.nameFolded')
        .execute()

export const count = async (db: Db, messageId: string): Promise<number> =>
  (
    await db
      .selectFrom('messageReactions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('messageId', '=', messageId)
      .executeTakeFirstOrThrow()
  ).count

/** Returns whether it was not there yet. */
export const insert = async (db: Db, reaction: MessageReactionsTable): Promise<boolean> =>
  (
    await db
      .insertInto('messageReactions')
      .values(reaction)
      .onConflict((conflict) => conflict.columns(['messageId', 'userId', 'emoji']).doNothing())
      .returning('id')
      .execute()
  ).length > 0

/** Returns whether there was one. */
export const remove = async (db: Db, { messageId, userId, emoji }: Omit<MessageReactionsTable, 'id'>): Promise<boolean> =>
  (
    await db
      .deleteFrom('messageReactions')
      .where('messageId', '=', messageId)
      .where('userId', '=', userId)
      .where('emoji', '=', emoji)
      .returning('id')
      .execute()
  ).length > 0
