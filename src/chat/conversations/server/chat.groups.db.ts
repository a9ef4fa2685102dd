import type { ConversationsTable, Db } from '#server/db/tables.ts'
import { forgetWords } from './chat.messages.db.ts'

/**
 * A living group, its row locked until the end of the transaction by an update that changes nothing; undefined where there is none.
 * A person who sends takes the same lock before it is judged whether they are a member.
 */
export const lockGroup = (tx: Db, id: string): Promise<ConversationsTable | undefined> =>
  tx
    .updateTable('conversations')
    .set((eb) => ({ lastChange: eb.ref('lastChange') }))
    .where('id', '=', id)
    .where('type', '=', 'group')
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** A living group as it stands. */
export const groupById = (db: Db, id: string): Promise<ConversationsTable | undefined> =>
  db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', id)
    .where('type', '=', 'group')
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

type Described = Partial<Pick<ConversationsTable, 'name' | 'nameFolded' | 'description' | 'postPolicy' | 'deletedAt'>>

export const updateGroup = (tx: Db, id: string, change: Described) =>
  tx.updateTable('conversations').set(change).where('id', '=', id).execute()

/** Those of these people who have an account. */
export const livingAmong = async (tx: Db, userIds: readonly string[]): Promise<string[]> =>
  userIds.length === 0
    ? []
    : (await tx.selectFrom('users').select('id').where('id', 'in', userIds).where('deletedAt', 'is', null).execute()).map(({ id }) => id)

/** Takes people, or everybody, out of a group; returns who was in it. */
export const removeMembers = async (tx: Db, conversationId: string, userIds?: readonly string[]): Promise<string[]> =>
  (
    await tx
      .deleteFrom('conversationMembers')
      .where('conversationId', '=', conversationId)
      .$if(userIds !== undefined, (query) => query.where('userId', 'in', userIds ?? []))
      .returning('userId')
      .execute()
  ).map(({ userId }) => userId)

/** What people, or everybody, have read in a conversation. */
export const forgetReads = async (tx: Db, conversationId: string, userIds?: readonly string[]): Promise<void> => {
  await tx
    .deleteFrom('conversationReads')
    .where('conversationId', '=', conversationId)
    .$if(userIds !== undefined, (query) => query.where('userId', 'in', userIds ?? []))
    .execute()
}

/** What people, or everybody, want to be told of in a conversation. */
export const forgetSettings = async (tx: Db, conversationId: string, userIds?: readonly string[]): Promise<void> => {
  await tx
    .deleteFrom('conversationSettings')
    .where('conversationId', '=', conversationId)
    .$if(userIds !== undefined, (query) => query.where('userId', 'in', userIds ?? []))
    .execute()
}

/** A group that is deleted and in which messages still stand: its first number is moved on as they go. */
export const unclearedGroup = (db: Db): Promise<ConversationsTable | undefined> =>
  db
    .selectFrom('conversations')
    .selectAll()
    .where('deletedAt', 'is not', null)
    .whereRef('firstSeq', '<=', 'lastSeq')
    .limit(1)
    .executeTakeFirst()

/** Deletes the first messages of a group that is deleted; returns which they were. */
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
