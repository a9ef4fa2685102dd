import type { Locked } from '#chat/conversations/server/conversations.authorize.service.ts'
import type { ConversationKeysTable, ConversationKeyWrapsTable, DevicesTable } from '#server/db/tables/chat.encryption.ts'
import type { Db } from '#server/db/tables.ts'

/** Selects the members of a conversation, with the facts that decide whether it can be encrypted. */
export const membersOf = (db: Db, conversationId: string) =>
  db
    .selectFrom('conversationMembers as member')
    .innerJoin('users', 'users.id', 'member.userId')
    .select(['users.id', 'users.role'])
    .where('member.conversationId', '=', conversationId)
    .where('users.deletedAt', 'is', null)
    .orderBy('users.id')
    .execute()

/** Returns all members' devices, without removed and pending ones. */
export const devicesIn = (db: Db, conversationId: string): Promise<DevicesTable[]> =>
  db
    .selectFrom('devices')
    .innerJoin('conversationMembers as member', 'member.userId', 'devices.userId')
    .innerJoin('users', 'users.id', 'devices.userId')
    .selectAll('devices')
    .where('member.conversationId', '=', conversationId)
    .where('users.deletedAt', 'is', null)
    .where('devices.revokedAt', 'is', null)
    .where('devices.state', '!=', 'pending')
    .orderBy('devices.id')
    .execute()

/** Returns those of these devices that belong to a member, have written in the conversation, or have created one of its keys. */
export const knownIn = (db: Db, conversationId: string, ids: readonly string[]): Promise<DevicesTable[]> =>
  db
    .selectFrom('devices')
    .selectAll()
    .where('id', 'in', ids)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('conversationMembers as member')
            .select('member.userId')
            .where('member.conversationId', '=', conversationId)
            .whereRef('member.userId', '=', 'devices.userId'),
        ),
        eb.exists(
          eb
            .selectFrom('messageCiphertexts as encrypted')
            .select('encrypted.messageId')
            .where('encrypted.conversationId', '=', conversationId)
            .whereRef('encrypted.deviceId', '=', 'devices.id'),
        ),
        eb.exists(
          eb
            .selectFrom('conversationKeys as made')
            .select('made.keyVersion')
            .where('made.conversationId', '=', conversationId)
            .whereRef('made.byDevice', '=', 'devices.id'),
        ),
      ]),
    )
    .execute()

export const version = (db: Db, conversationId: string, keyVersion: number): Promise<ConversationKeysTable | undefined> =>
  db
    .selectFrom('conversationKeys')
    .selectAll()
    .where('conversationId', '=', conversationId)
    .where('keyVersion', '=', keyVersion)
    .executeTakeFirst()

/** Returns whether a version of the conversation's key has a signed header. */
export const hasHeader = async (db: Db, conversationId: string): Promise<boolean> =>
  (
    await db
      .selectFrom('conversationKeys')
      .select('keyVersion')
      .where('conversationId', '=', conversationId)
      .where('header', 'is not', null)
      .limit(1)
      .execute()
  ).length > 0

/** Returns the headers of these versions that exist, in ascending order. */
export const versionsAmong = (db: Db, conversationId: string, keyVersions: readonly number[]) =>
  db
    .selectFrom('conversationKeys')
    .select(['keyVersion', 'header'])
    .where('conversationId', '=', conversationId)
    .where('keyVersion', 'in', keyVersions)
    .orderBy('keyVersion')
    .execute()

/** Returns the keys that a device of this person can open, the latest first, each with its creator and recipients. */
export const wrapsFor = (db: Db, conversationId: string, device: { id: string; userId: string }, limit: number) =>
  db
    .selectFrom('conversationKeyWraps as wrap')
    .innerJoin('conversationKeys as made', (join) =>
      join.onRef('made.conversationId', '=', 'wrap.conversationId').onRef('made.keyVersion', '=', 'wrap.keyVersion'),
    )
    .innerJoin('devices', 'devices.id', 'wrap.deviceId')
    .select(['wrap.keyVersion', 'wrap.wrappedKey', 'wrap.signature', 'wrap.sharedBy', 'made.byDevice', 'made.members'])
    .where('wrap.conversationId', '=', conversationId)
    .where('wrap.deviceId', '=', device.id)
    .where('devices.userId', '=', device.userId)
    .where('devices.revokedAt', 'is', null)
    .orderBy('wrap.keyVersion', 'desc')
    .limit(limit)
    .execute()

export const insertVersion = (tx: Db, { id: conversationId }: Locked<'read'>, row: Omit<ConversationKeysTable, 'conversationId'>) =>
  tx
    .insertInto('conversationKeys')
    .values({ conversationId, ...row })
    .execute()

/** Maximum number of rows per statement. */
const AT_ONCE = 500

/** Returns how many were inserted, without those that already existed. */
export const insertWraps = async (tx: Db, wraps: readonly ConversationKeyWrapsTable[]): Promise<number> => {
  let inserted = 0
  for (let from = 0; from < wraps.length; from += AT_ONCE) {
    const rows = await tx
      .insertInto('conversationKeyWraps')
      .values(wraps.slice(from, from + AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .returning('keyVersion')
      .execute()
    inserted += rows.length
  }
  return inserted
}

/** Returns the versions that one device can open and another cannot, in conversations of their person, by conversation id. */
export const unsharedKeys = (
  db: Db,
  { userId, from, to }: { userId: string; from: string; to: string },
  limit: number,
  after: string | undefined,
) =>
  db
    .selectFrom('conversationKeyWraps as wrap')
    .innerJoin('conversationMembers as member', 'member.conversationId', 'wrap.conversationId')
    .select(['wrap.conversationId as id'])
    .distinct()
    .where('member.userId', '=', userId)
    .where('wrap.deviceId', '=', from)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('conversationKeyWraps as there')
            .select('there.keyVersion')
            .whereRef('there.conversationId', '=', 'wrap.conversationId')
            .whereRef('there.keyVersion', '=', 'wrap.keyVersion')
            .where('there.deviceId', '=', to),
        ),
      ),
    )
    .$if(after !== undefined, (query) => query.where('wrap.conversationId', '>', after ?? ''))
    .orderBy('wrap.conversationId')
    .limit(limit)
    .execute()

/** Returns the versions of these conversations that a device can open. */
export const openedBy = async (db: Db, deviceId: string, conversationIds: readonly string[]) =>
  conversationIds.length === 0
    ? []
    : db
        .selectFrom('conversationKeyWraps')
        .select(['conversationId', 'keyVersion'])
        .where('deviceId', '=', deviceId)
        .where('conversationId', 'in', conversationIds)
        .orderBy('keyVersion', 'desc')
        .execute()
