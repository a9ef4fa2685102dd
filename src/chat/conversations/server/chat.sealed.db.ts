import type { Db, MessageCiphertextsTable } from '#server/db/tables.ts'

/** Whether someone can write with this device now. */
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

/** The hash of the signed header of a key version, null where it has none. */
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

/** Whether this initialization vector was used with this key before. */
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

/** The devices that the first encrypted revision of a message names. */
export const firstOf = (tx: Db, messageId: string): Promise<Pick<MessageCiphertextsTable, 'deviceId' | 'firstDeviceId'> | undefined> =>
  tx
    .selectFrom('messageCiphertexts')
    .select(['deviceId', 'firstDeviceId'])
    .where('messageId', '=', messageId)
    .orderBy('revision')
    .limit(1)
    .executeTakeFirst()

/** All revisions of these messages, the first one first. */
export const revisionsOf = (db: Db, messageIds: readonly string[]): Promise<MessageCiphertextsTable[]> =>
  messageIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('messageCiphertexts').selectAll().where('messageId', 'in', messageIds).orderBy('revision').execute()

/** Takes away what was said, and leaves the initialization vectors. */
export const erase = (tx: Db, messageIds: readonly string[]) =>
  tx
    .updateTable('messageCiphertexts')
    .set({ ciphertext: null, commitment: null, signature: null, serverMac: null })
    .where('messageId', 'in', messageIds)
    .execute()

/** From the next version on nobody's key of before is enough. These conversations are locked by it. */
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

/** The encrypted conversations of a person, in the order of their ids. */
export const encryptedOf = (tx: Db, userId: string): Promise<{ id: string; pairKey: string | null }[]> =>
  conversationsOf(tx, userId).where('conversations.encryptedAt', 'is not', null).execute()

/** The private conversations of a person that are not encrypted. */
export const openPrivateOf = (db: Db, userId: string): Promise<{ id: string; pairKey: string | null }[]> =>
  conversationsOf(db, userId).where('conversations.encryptedAt', 'is', null).where('conversations.type', '=', 'private').execute()

/** The administrators in each group of a person that is not encrypted. */
export const adminsInOpenGroupsOf = (db: Db, userId: string): Promise<{ id: string; adminId: string }[]> =>
  conversationsOf(db, userId)
    .innerJoin('conversationMembers as others', 'others.conversationId', 'conversations.id')
    .innerJoin('users', 'users.id', 'others.userId')
    .select('users.id as adminId')
    .where('conversations.encryptedAt', 'is', null)
    .where('conversations.type', '=', 'group')
    .where('users.role', 'in', ['admin', 'superadmin'])
    .execute()

/** Who is in a conversation that does not come with the institution. */
export const membersOf = (db: Db, conversationId: string) =>
  db
    .selectFrom('conversationMembers as member')
    .innerJoin('users', 'users.id', 'member.userId')
    .select(['users.id', 'users.name', 'users.role'])
    .where('member.conversationId', '=', conversationId)
    .where('users.deletedAt', 'is', null)
    .orderBy('users.id')
    .execute()

/** What the current revisions of these messages say, by the messages' ids. */
export const currentOf = async (db: Db, messageIds: readonly string[]): Promise<Map<string, MessageCiphertextsTable>> => {
  if (messageIds.length === 0) return new Map()
  const found = await db
    .selectFrom('messageCiphertexts as sealed')
    .innerJoin('messages', (join) => join.onRef('messages.id', '=', 'sealed.messageId').onRef('messages.revision', '=', 'sealed.revision'))
    .selectAll('sealed')
    .where('sealed.messageId', 'in', messageIds)
    .execute()
  return new Map(found.map((one) => [one.messageId, one]))
}
