import type { DeviceListsTable } from '#server/db/tables/chat.encryption.ts'
import type { Db } from '#server/db/tables.ts'

/** The place of a list in its person's chains. */
export type Numbered = Pick<DeviceListsTable, 'generation' | 'number' | 'hash'>

/** Returns the newest list of a person, or undefined if they have none. */
export const newestOf = (db: Db, userId: string): Promise<Numbered | undefined> =>
  db
    .selectFrom('deviceLists')
    .select(['generation', 'number', 'hash'])
    .where('userId', '=', userId)
    .orderBy('generation', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns the lists of one generation after a number, in ascending order. */
export const listsOf = (db: Db, of: { userId: string; generation: number; after: number }, limit: number): Promise<DeviceListsTable[]> =>
  db
    .selectFrom('deviceLists')
    .selectAll()
    .where('userId', '=', of.userId)
    .where('generation', '=', of.generation)
    .where('number', '>', of.after)
    .orderBy('number')
    .limit(limit)
    .execute()

/** Returns the hashes of these lists of a person. */
export const hashesOf = (db: Db, userId: string, generation: number, numbers: readonly number[]): Promise<Numbered[]> =>
  db
    .selectFrom('deviceLists')
    .select(['generation', 'number', 'hash'])
    .where('userId', '=', userId)
    .where('generation', '=', generation)
    .where('number', 'in', numbers)
    .execute()

/** Fails with a unique violation if another transaction has the number. */
export const insertList = (tx: Db, row: DeviceListsTable) => tx.insertInto('deviceLists').values(row).execute()

/** The place of a list among those of several people. */
export type ListPlace = { userId: string; number: number }

/** Returns the newest generation's lists of all members of a conversation after a place, ordered by person and number. */
export const listsIn = (db: Db, conversationId: string, limit: number, after: ListPlace | undefined) =>
  db
    .selectFrom('deviceLists')
    .innerJoin('conversationMembers as member', 'member.userId', 'deviceLists.userId')
    .innerJoin('users', 'users.id', 'deviceLists.userId')
    .select(['deviceLists.userId', 'deviceLists.number', 'deviceLists.list'])
    .where('member.conversationId', '=', conversationId)
    .where('users.deletedAt', 'is', null)
    .where('deviceLists.generation', '=', (eb) =>
      eb
        .selectFrom('deviceLists as newest')
        .select((eb) => eb.fn.max('newest.generation').as('generation'))
        .whereRef('newest.userId', '=', 'deviceLists.userId'),
    )
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('deviceLists.userId', '>', after?.userId ?? ''),
          eb.and([eb('deviceLists.userId', '=', after?.userId ?? ''), eb('deviceLists.number', '>', after?.number ?? 0)]),
        ]),
      ),
    )
    .orderBy('deviceLists.userId')
    .orderBy('deviceLists.number')
    .limit(limit)
    .execute()

/** Returns the newest list of each member of a conversation who has one. */
export const headsIn = (db: Db, conversationId: string) =>
  db
    .selectFrom('deviceLists as newest')
    .innerJoin('conversationMembers as member', 'member.userId', 'newest.userId')
    .innerJoin('users', 'users.id', 'newest.userId')
    .select(['newest.userId', 'newest.generation', 'newest.number', 'newest.hash'])
    .where('member.conversationId', '=', conversationId)
    .where('users.deletedAt', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('deviceLists as later')
            .select('later.number')
            .whereRef('later.userId', '=', 'newest.userId')
            .where((eb) =>
              eb.or([
                eb('later.generation', '>', eb.ref('newest.generation')),
                eb.and([eb('later.generation', '=', eb.ref('newest.generation')), eb('later.number', '>', eb.ref('newest.number'))]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('newest.userId')
    .execute()

/**
 * Returns whether two people share a living conversation, or one in which the other person wrote encrypted messages or created
 * keys: readers of these need the lists even after their author left.
 */
export const haveMet = async (db: Db, meId: string, otherId: string): Promise<boolean> => {
  const mine = db
    .selectFrom('conversationMembers as mine')
    .innerJoin('conversations', 'conversations.id', 'mine.conversationId')
    .select('mine.conversationId')
    .where('mine.userId', '=', meId)
    .where('conversations.deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('conversationMembers as other')
            .select('other.userId')
            .whereRef('other.conversationId', '=', 'mine.conversationId')
            .where('other.userId', '=', otherId),
        ),
        eb.exists(
          eb
            .selectFrom('conversationKeys as made')
            .select('made.keyVersion')
            .whereRef('made.conversationId', '=', 'mine.conversationId')
            .where('made.byUser', '=', otherId),
        ),
        eb.exists(
          eb
            .selectFrom('messageCiphertexts as written')
            .innerJoin('devices', 'devices.id', 'written.deviceId')
            .select('written.messageId')
            .whereRef('written.conversationId', '=', 'mine.conversationId')
            .where('devices.userId', '=', otherId),
        ),
      ]),
    )
    .limit(1)
  return (await mine.execute()).length > 0
}

/** Returns whether two people currently share a living conversation. */
export const shareConversation = async (db: Db, meId: string, otherId: string): Promise<boolean> =>
  (
    await db
      .selectFrom('conversationMembers as mine')
      .innerJoin('conversations', 'conversations.id', 'mine.conversationId')
      .innerJoin('conversationMembers as other', 'other.conversationId', 'mine.conversationId')
      .innerJoin('users', 'users.id', 'other.userId')
      .select('mine.conversationId')
      .where('mine.userId', '=', meId)
      .where('other.userId', '=', otherId)
      .where('users.deletedAt', 'is', null)
      .where('conversations.deletedAt', 'is', null)
      .limit(1)
      .execute()
  ).length > 0
