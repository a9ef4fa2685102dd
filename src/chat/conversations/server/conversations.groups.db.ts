import type { ConversationsTable } from '#server/db/tables/chat.ts'
import type { Db } from '#server/db/tables.ts'
import { forgetWords } from './conversations.messages.db.ts'

type Described = Partial<Pick<ConversationsTable, 'name' | 'nameFolded' | 'description' | 'postPolicy' | 'deletedAt'>>

export const updateGroup = (tx: Db, id: string, change: Described) =>
  tx.updateTable('conversations').set(change).where('id', '=', id).execute()

/** Returns those of these people who have an account. */
export const livingAmong = async (tx: Db, userIds: readonly string[]): Promise<string[]> =>
  userIds.length === 0
    ? []
    : (await tx.selectFrom('users').select('id').where('id', 'in', userIds).where('deletedAt', 'is', null).execute()).map(({ id }) => id)

/** Removes these people, or everybody, from a group; returns who was in it. */
export const removeMembers = async (tx: Db, conversationId: string, userIds?: readonly string[]): Promise<string[]> =>
  (
    await tx
      .deleteFrom('conversationMembers')
      .where('conversationId', '=', conversationId)
      .$if(userIds !== undefined, (query) => query.where('userId', 'in', userIds ?? []))
      .returning('userId')
      .execute()
  ).map(({ userId }) => userId)

/** Deletes the read positions of these people, or of everybody, in a conversation. */
export const forgetReads = async (tx: Db, conversationId: string, userIds?: readonly string[]): Promise<void> => {
  await tx
    .deleteFrom('conversationReads')
    .where('conversationId', '=', conversationId)
    .$if(userIds !== undefined, (query) => query.where('userId', 'in', userIds ?? []))
    .execute()
}

/** Deletes the notification settings of these people, or of everybody, in a conversation. */
export const forgetSettings = async (tx: Db, conversationId: string, userIds?: readonly string[]): Promise<void> => {
  await tx
    .deleteFrom('conversationSettings')
    .where('conversationId', '=', conversationId)
    .$if(userIds !== undefined, (query) => query.where('userId', 'in', userIds ?? []))
    .execute()
}

/** Returns a deleted group that still has messages: its first number advances as they are deleted. */
export const unclearedGroup = (db: Db): Promise<ConversationsTable | undefined> =>
  db
    .selectFrom('conversations')
    .selectAll()
    .where('deletedAt', 'is not', null)
    .whereRef('firstSeq', '<=', 'lastSeq')
    .limit(1)
    .executeTakeFirst()

/** Deletes the first messages of a deleted group; returns their ids. */
export const deleteFirst = async (tx: Db, { id, firstSeq, deletedAt }: ConversationsTable, count: number): Promise<string[]> => {
  const end = firstSeq + count
  await tx.updateTable('conversations').set({ firstSeq: end }).where('id', '=', id).execute()
  const living = tx
    .selectFrom('messages')
    .select(['id', 'conversationId', 'seq', 'content'])
    .where('conversationId', '=', id)
    .where('deletedAt', 'is', null)
  await forgetWords(tx, await living.where('seq', '<', end).execute())
  await tx
    .updateTable('messages')
    .set({ deletedAt })
    .where('conversationId', '=', id)
    .where('seq', '<', end)
    .where('deletedAt', 'is', null)
    .execute()
  const stretch = tx.selectFrom('messages').select('id').where('conversationId', '=', id).where('seq', '>=', firstSeq)
  return (await stretch.where('seq', '<', end).execute()).map((message) => message.id)
}
