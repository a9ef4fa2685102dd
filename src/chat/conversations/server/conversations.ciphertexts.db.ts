import type { MessageCiphertextsTable } from '#server/db/tables/chat.encryption.ts'
import type { Db } from '#server/db/tables.ts'

/** Returns whether a person can currently sign with this device. */
export const isOwnSigningDevice = async (tx: Db, userId: string, id: string): Promise<boolean> =>
  (
    await tx
      .selectFrom('devices')
      .select('id')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where('signingKeyPem', 'is not', null)
      .where('revokedAt', 'is', null)
      .where('state', '!=', 'pending')
      .execute()
  ).length > 0

/** Returns the hash of the signed header of a key version, or null if it has none. */
export const versionHashOf = async (tx: Db, conversationId: string, keyVersion: number): Promise<string | null> =>
  (
    await tx
      .selectFrom('conversationKeys')
      .select('versionHash')
      .where('conversationId', '=', conversationId)
      .where('keyVersion', '=', keyVersion)
      .executeTakeFirst()
  )?.versionHash ?? null

type Used = Pick<MessageCiphertextsTable, 'conversationId' | 'keyVersion' | 'iv'>

/** Returns whether this initialization vector was already used with this key. */
export const isUsed = async (tx: Db, { conversationId, keyVersion, iv }: Used): Promise<boolean> =>
  (
    await tx
      .selectFrom('messageCiphertexts')
      .select('messageId')
      .where('conversationId', '=', conversationId)
      .where('keyVersion', '=', keyVersion)
      .where('iv', '=', iv)
      .execute()
  ).length > 0

export const insert = (tx: Db, row: MessageCiphertextsTable) => tx.insertInto('messageCiphertexts').values(row).execute()

export const byRevision = (db: Db, messageId: string, revision: number) =>
  db.selectFrom('messageCiphertexts').selectAll().where('messageId', '=', messageId).where('revision', '=', revision).executeTakeFirst()

/** Returns the devices named by the first encrypted revision of a message. */
export const firstOf = (tx: Db, messageId: string): Promise<Pick<MessageCiphertextsTable, 'deviceId' | 'firstDeviceId'> | undefined> =>
  tx
    .selectFrom('messageCiphertexts')
    .select(['deviceId', 'firstDeviceId'])
    .where('messageId', '=', messageId)
    .orderBy('revision')
    .limit(1)
    .executeTakeFirst()

/** Returns all revisions of these messages, the first one first. */
export const revisionsOf = (db: Db, messageIds: readonly string[]): Promise<MessageCiphertextsTable[]> =>
  messageIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('messageCiphertexts').selectAll().where('messageId', 'in', messageIds).orderBy('revision').execute()

/** Erases the ciphertexts and keeps the initialization vectors, to detect reuse. */
export const erase = (tx: Db, messageIds: readonly string[]) =>
  tx
    .updateTable('messageCiphertexts')
    .set({ ciphertext: null, commitment: null, signature: null, serverMac: null })
    .where('messageId', 'in', messageIds)
    .execute()

/** Rejects the keys issued so far, starting with the next version. Locks these conversations. */
export const requireNewKeys = async (tx: Db, conversationIds: readonly string[]): Promise<void> => {
  if (conversationIds.length === 0) return
  await tx
    .updateTable('conversations')
    .set((eb) => ({ requiredKeyVersion: eb('keyVersion', '+', 1) }))
    .where('id', 'in', conversationIds)
    .where('encryptedAt', 'is not', null)
    .execute()
}

const conversationsOf = (db: Db, userId: string) =>
  db
    .selectFrom('conversationMembers as member')
    .innerJoin('conversations', 'conversations.id', 'member.conversationId')
    .select(['conversations.id', 'conversations.pairKey'])
    .where('member.userId', '=', userId)
    .where('conversations.deletedAt', 'is', null)
    .orderBy('conversations.id')

/** Returns a person's encrypted conversations, ordered by id. */
export const encryptedOf = (tx: Db, userId: string): Promise<{ id: string; pairKey: string | null }[]> =>
  conversationsOf(tx, userId).where('conversations.encryptedAt', 'is not', null).execute()

/** Returns a person's private conversations that are not encrypted. */
export const openPrivateOf = (db: Db, userId: string): Promise<{ id: string; pairKey: string | null }[]> =>
  conversationsOf(db, userId).where('conversations.encryptedAt', 'is', null).where('conversations.type', '=', 'private').execute()

/** Returns the administrators in each unencrypted group of a person. */
export const adminsInOpenGroupsOf = (db: Db, userId: string): Promise<{ id: string; adminId: string }[]> =>
  conversationsOf(db, userId)
    .innerJoin('conversationMembers as others', 'others.conversationId', 'conversations.id')
    .innerJoin('users', 'users.id', 'others.userId')
    .select('users.id as adminId')
    .where('conversations.encryptedAt', 'is', null)
    .where('conversations.type', '=', 'group')
    .where('users.role', 'in', ['admin', 'superadmin'])
    .execute()

/** Returns the members of a conversation that is not built in. */
export const membersOf = (db: Db, conversationId: string) =>
  db
    .selectFrom('conversationMembers as member')
    .innerJoin('users', 'users.id', 'member.userId')
    .select(['users.id', 'users.name', 'users.role'])
    .where('member.conversationId', '=', conversationId)
    .where('users.deletedAt', 'is', null)
    .orderBy('users.id')
    .execute()

/** Returns the ciphertext of each message's current revision, by message id. */
export const currentOf = async (db: Db, messageIds: readonly string[]): Promise<Map<string, MessageCiphertextsTable>> => {
  if (messageIds.length === 0) return new Map()
  const found = await db
    .selectFrom('messageCiphertexts as encrypted')
    .innerJoin('messages', (join) =>
      join.onRef('messages.id', '=', 'encrypted.messageId').onRef('messages.revision', '=', 'encrypted.revision'),
    )
    .selectAll('encrypted')
    .where('encrypted.messageId', 'in', messageIds)
    .execute()
  return new Map(found.map((one) => [one.messageId, one]))
}
