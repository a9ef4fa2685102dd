import type { MessageReactionsTable } from '#server/db/tables/chat.ts'
import type { Db } from '#server/db/tables.ts'
import type { Locked } from './conversations.authorized.ts'

/** Returns the reactions to these messages, oldest first. */
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

/** Returns whether it was inserted, false if it already existed. */
export const insert = async (tx: Db, _: Locked<'react'>, reaction: MessageReactionsTable): Promise<boolean> =>
  (
    await tx
      .insertInto('messageReactions')
      .values(reaction)
      .onConflict((conflict) => conflict.columns(['messageId', 'userId', 'emoji']).doNothing())
      .returning('id')
      .execute()
  ).length > 0

type Reaction = Omit<MessageReactionsTable, 'id'>

/** Returns whether it existed. */
export const remove = async (tx: Db, _: Locked<'react'>, { messageId, userId, emoji }: Reaction): Promise<boolean> =>
  (
    await tx
      .deleteFrom('messageReactions')
      .where('messageId', '=', messageId)
      .where('userId', '=', userId)
      .where('emoji', '=', emoji)
      .returning('id')
      .execute()
  ).length > 0
