import { type ExpressionBuilder, sql } from 'kysely'
import { cachedQuery } from '#server/db/compiled.ts'
import { likeContains } from '#server/db/fold.ts'
import type { ConversationsTable } from '#server/db/tables/chat.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import type { AuthorizedPair } from './conversations.authorized.ts'

/** Returns the ids of a person's conversations. */
export const idsOf = (db: Db, userId: string) =>
  db
    .selectFrom('conversationMembers')
    .select('conversationId as id')
    .where('userId', '=', userId)
    .unionAll(db.selectFrom('conversations').select('id').where('builtIn', 'is not', null))

const ofMember = cachedQuery((db, userId: string, id: string) =>
  db
    .selectFrom('conversations')
    .leftJoin('conversationMembers as member', (join) =>
      join.onRef('member.conversationId', '=', 'conversations.id').on('member.userId', '=', userId),
    )
    .selectAll('conversations')
    .where('conversations.id', '=', id)
    .where('conversations.deletedAt', 'is', null)
    .where((eb) => eb.or([eb('conversations.builtIn', 'is not', null), eb('member.userId', 'is not', null)])),
)

/** Returns a conversation of this person, or undefined. In a transaction, reads its state there. */
export const byIdOf = async (db: Db, userId: string, id: string): Promise<Readonly<ConversationsTable> | undefined> =>
  (await ofMember(db, userId, id))[0]

export const byId = (db: Db, id: string) =>
  db.selectFrom('conversations').selectAll().where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst()

export const byPairKey = (db: Db, pairKey: string) =>
  db.selectFrom('conversations').selectAll().where('pairKey', '=', pairKey).executeTakeFirst()

const notEncrypted = { encryptedAt: null, keyVersion: 0, requiredKeyVersion: 0, keyMadeAt: null, keyMadeAfter: 0 }

type NewConversation = Omit<ConversationsTable, keyof typeof notEncrypted | 'pairKey'> & { pairKey: AuthorizedPair | null }

/** Returns the row of a new conversation, which is not encrypted. */
export const newConversation = (conversation: NewConversation): ConversationsTable => ({ ...conversation, ...notEncrypted })

export const update = (tx: Db, id: string, change: Partial<Omit<ConversationsTable, 'id'>>) =>
  tx.updateTable('conversations').set(change).where('id', '=', id).execute()

/** Returns whether it was inserted, false if it already existed. */
export const insert = async (db: Db, conversation: ConversationsTable): Promise<boolean> =>
  (
    await db
      .insertInto('conversations')
      .values(conversation)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
  ).length > 0

export const insertMembers = (db: Db, conversationId: string, userIds: readonly string[], joinedSeq: number, joinedAt: string) =>
  db
    .insertInto('conversationMembers')
    .values(userIds.map((userId) => ({ conversationId, userId, joinedSeq, joinedAt })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .execute()

export type Filter = { search: string | undefined; type: ConversationsTable['type'] | undefined; unread: boolean }

/**
 * Matches the name of a group, or of the other person in a private conversation. The latter are found first: checked for each
 * row, PostgreSQL takes seconds.
 */
const nameMatches = (db: Db, eb: ExpressionBuilder<Tables, 'conversations'>, userId: string, folded: string) => {
  const pattern = likeContains(folded)
  const isLike = (column: string) => sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`
  const withPerson = db
    .selectFrom('conversationMembers as mine')
    .innerJoin('conversations as own', 'own.id', 'mine.conversationId')
    .innerJoin('conversationMembers as other', 'other.conversationId', 'mine.conversationId')
    .innerJoin('users', 'users.id', 'other.userId')
    .select('mine.conversationId')
    .where('mine.userId', '=', userId)
    .where('own.type', '=', 'private')
    .where('other.userId', '!=', userId)
    .where(isLike('users.nameFolded'))
  return eb.or([isLike('conversations.nameFolded'), eb('conversations.id', 'in', withPerson)])
}

/** Matches conversations marked as unread, or with a living message of someone else who is not blocked. */
const isUnread = (eb: ExpressionBuilder<Tables, 'conversations'>, userId: string) =>
  eb.or([
    eb.exists(
      eb
        .selectFrom('conversationReads as reads')
        .select('reads.userId')
        .whereRef('reads.conversationId', '=', 'conversations.id')
        .where('reads.userId', '=', userId)
        .where('reads.markedUnread', '=', 1),
    ),
    eb.exists(unreadOf(eb, userId).select('messages.id')),
  ])

/** Selects the unread messages of a conversation. In built-in groups they start when the person's account was created. */
const unreadOf = (eb: ExpressionBuilder<Tables, 'conversations'>, userId: string) =>
  eb
    .selectFrom('messages')
    .whereRef('messages.conversationId', '=', 'conversations.id')
    .where('messages.seq', '>', readSeqOf(eb, userId))
    .where('messages.senderId', '!=', userId)
    .where('messages.deletedAt', 'is', null)
    .where((inner) => inner.or([inner('conversations.builtIn', 'is', null), inner('messages.id', '>', userId)]))
    .where((inner) =>
      inner.not(
        inner.exists(
          inner
            .selectFrom('blocks')
            .select('blocks.blockedId')
            .where('blocks.blockerId', '=', userId)
            .whereRef('blocks.blockedId', '=', 'messages.senderId'),
        ),
      ),
    )

const readSeqOf = (eb: ExpressionBuilder<Tables, 'conversations'>, userId: string) =>
  eb.fn.coalesce(
    eb
      .selectFrom('conversationReads as reads')
      .select('reads.readSeq')
      .whereRef('reads.conversationId', '=', 'conversations.id')
      .where('reads.userId', '=', userId),
    eb
      .selectFrom('conversationMembers as member')
      .select('member.joinedSeq')
      .whereRef('member.conversationId', '=', 'conversations.id')
      .where('member.userId', '=', userId),
    sql<number>`0`,
  )

/** Returns the ids of a page of a person's conversations, newest message first. */
export const page = (db: Db, userId: string, { search, type, unread }: Filter, limit: number, after: string | undefined) =>
  db
    .selectFrom('conversations')
    .select(['conversations.id as conversationId', 'conversations.activity as id'])
    .where('conversations.id', 'in', idsOf(db, userId))
    .where('conversations.deletedAt', 'is', null)
    .$if(type !== undefined, (query) => query.where('conversations.type', '=', type ?? 'group'))
    .$if(!!search, (query) => query.where((eb) => nameMatches(db, eb, userId, search ?? '')))
    .$if(unread, (query) => query.where((eb) => isUnread(eb, userId)))
    .$if(after !== undefined, (query) => query.where('conversations.activity', '<', after ?? ''))
    .orderBy('conversations.activity', 'desc')
    .limit(limit)
    .execute()

/** Counts the conversations with unread messages about which the person currently wants to be notified. */
export const countUnread = async (db: Db, userId: string, now: string, most: number): Promise<number> => {
  const some = db
    .selectFrom('conversations')
    .leftJoin('conversationSettings as settings', (join) =>
      join.onRef('settings.conversationId', '=', 'conversations.id').on('settings.userId', '=', userId),
    )
    .select('conversations.id')
    .where('conversations.id', 'in', idsOf(db, userId))
    .where('conversations.deletedAt', 'is', null)
    .where((eb) =>
      eb.and([
        eb.or([eb('settings.mutedUntil', 'is', null), eb('settings.mutedUntil', '<=', now)]),
        eb.or([eb('settings.notify', 'is', null), eb('settings.notify', '!=', 'none')]),
      ]),
    )
    .where((eb) => isUnread(eb as unknown as ExpressionBuilder<Tables, 'conversations'>, userId))
    .limit(most)
  return (
    await db
      .selectFrom(some.as('some'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count
}

/** Returns conversations with the fields of one member; at most a page each. */
export const details = (db: Db, userId: string, ids: readonly string[], most: number) =>
  db
    .selectFrom('conversations')
    .leftJoin('conversationReads as mine', (join) =>
      join.onRef('mine.conversationId', '=', 'conversations.id').on('mine.userId', '=', userId),
    )
    .leftJoin('conversationSettings as settings', (join) =>
      join.onRef('settings.conversationId', '=', 'conversations.id').on('settings.userId', '=', userId),
    )
    .leftJoin('messages as last', (join) =>
      join.onRef('last.conversationId', '=', 'conversations.id').onRef('last.seq', '=', 'conversations.lastSeq'),
    )
    .leftJoin('users as lastSender', 'lastSender.id', 'last.senderId')
    .leftJoin('attachments as lastFile', 'lastFile.messageId', 'last.id')
    .selectAll('conversations')
    .select([
      'mine.markedUnread',
      'settings.mutedUntil',
      'settings.notify',
      'last.id as lastId',
      'last.type as lastType',
      'last.content as lastContent',
      'last.senderId as lastSenderId',
      'last.createdAt as lastAt',
      'last.deletedAt as lastDeletedAt',
      'last.clientId as lastClientId',
      'last.revision as lastRevision',
      'lastSender.name as lastSenderName',
      'lastFile.originalName as lastFileName',
    ])
    .select((eb) => {
      const own = eb as unknown as ExpressionBuilder<Tables, 'conversations'>
      const counted = unreadOf(own, userId).select('messages.id').limit(most)
      // The mentions come first: of a person who has none, every unread message would be read otherwise.
      const mentions = own
        .selectFrom('messageMentions as naming')
        .select('naming.seq')
        .where('naming.userId', '=', userId)
        .whereRef('naming.conversationId', '=', 'conversations.id')
      const naming = unreadOf(own, userId).where('messages.seq', 'in', mentions).select('messages.id').limit(most)
      const count = sql<number>`count(*)`
      return [
        readSeqOf(own, userId).as('readSeq'),
        eb.selectFrom(counted.as('counted')).select(count.as('count')).as('unreadCount'),
        eb.selectFrom(naming.as('counted')).select(count.as('count')).as('unreadMentions'),
      ]
    })
    .where('conversations.id', 'in', ids)
    .execute()

export type DetailedRow = Awaited<ReturnType<typeof details>>[number]
