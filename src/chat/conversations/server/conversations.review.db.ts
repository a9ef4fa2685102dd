import { sql } from 'kysely'
import { likeContains } from '#server/db/fold.ts'
import type { ConversationsTable, MessagesTable } from '#server/db/tables/chat.ts'
import type { Db } from '#server/db/tables.ts'

/** Matches the name of a group, or of either person in a private conversation; the latter are found first. */
const named = (db: Db, folded: string) => {
  const pattern = likeContains(folded)
  const isLike = (column: string) => sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`
  const withPerson = db
    .selectFrom('conversationMembers as member')
    .innerJoin('conversations as own', 'own.id', 'member.conversationId')
    .innerJoin('users', 'users.id', 'member.userId')
    .select('member.conversationId')
    .where('own.type', '=', 'private')
    .where(isLike('users.nameFolded'))
  return db
    .selectFrom('conversations')
    .select('id')
    .where((eb) => eb.or([isLike('conversations.nameFolded'), eb('conversations.id', 'in', withPerson)]))
}

type Filter = { folded: string; type: ConversationsTable['type'] | undefined }

/** Returns the ids of a page of all living conversations, newest message first. */
export const pageOfAll = (db: Db, { folded, type }: Filter, limit: number, after: string | undefined) =>
  db
    .selectFrom('conversations')
    .select(['conversations.id as conversationId', 'conversations.activity as id'])
    .where('deletedAt', 'is', null)
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? 'group'))
    .$if(folded !== '', (query) => query.where('id', 'in', named(db, folded)))
    .$if(after !== undefined, (query) => query.where('activity', '<', after ?? ''))
    .orderBy('activity', 'desc')
    .limit(limit)
    .execute()

export type Titled = Pick<ConversationsTable, 'id' | 'type' | 'deletedAt'> & { name: string }

/** Returns the names of these conversations, including deleted ones. */
export const titles = async (db: Db, ids: readonly string[]): Promise<Titled[]> => {
  if (ids.length === 0) return []
  const conversations = await db.selectFrom('conversations').select(['id', 'type', 'name', 'deletedAt']).where('id', 'in', ids).execute()
  const pairs = conversations.filter(({ type }) => type === 'private').map(({ id }) => id)
  const people =
    pairs.length === 0
      ? []
      : await db
          .selectFrom('conversationMembers as member')
          .innerJoin('users', 'users.id', 'member.userId')
          .select(['member.conversationId', 'users.name'])
          .where('member.conversationId', 'in', pairs)
          .orderBy('users.nameFolded')
          .orderBy('users.id')
          .execute()
  const namesIn = Map.groupBy(people, ({ conversationId }) => conversationId)
  return conversations.map(({ name, ...one }) => ({
    ...one,
    name: name ?? (namesIn.get(one.id) ?? []).map((person) => person.name).join(' & '),
  }))
}

/** Returns the earlier versions of these messages, oldest first. */
export const versionsOf = (db: Db, messageIds: readonly string[]) =>
  messageIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('messageVersions')
        .innerJoin('users', 'users.id', 'messageVersions.writtenBy')
        .select(['messageVersions.messageId', 'messageVersions.content', 'messageVersions.replacedAt', 'users.id as userId', 'users.name'])
        .where('messageVersions.messageId', 'in', messageIds)
        .orderBy('messageVersions.id')
        .execute()

/** Returns the names of the people who deleted these messages. */
export const deletersOf = (db: Db, messageIds: readonly string[]) =>
  messageIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('messages')
        .innerJoin('users', 'users.id', 'messages.deletedBy')
        .select(['messages.id as messageId', 'users.id as userId', 'users.name'])
        .where('messages.id', 'in', messageIds)
        .execute()

/** Locks a conversation, deleted or not, until the end of the transaction with an update that changes nothing. */
export const lockConversation = (tx: Db, id: string) =>
  tx
    .updateTable('conversations')
    .set((eb) => ({ lastChange: eb.ref('lastChange') }))
    .where('id', '=', id)
    .execute()

/** Returns a person's living messages since an instant, in the order they were sent. */
export const sentSince = (
  db: Db,
  { senderId, since, after }: { senderId: string; since: string; after: string },
  limit: number,
): Promise<Pick<MessagesTable, 'id' | 'conversationId'>[]> =>
  db
    .selectFrom('messages')
    .select(['id', 'conversationId'])
    .where('senderId', '=', senderId)
    .where('id', '>', after)
    .where('createdAt', '>=', since)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Returns the pair keys of these conversations, which determine their rooms. */
export const pairKeys = (db: Db, ids: readonly string[]) =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('conversations').select(['id', 'pairKey']).where('id', 'in', ids).execute()
