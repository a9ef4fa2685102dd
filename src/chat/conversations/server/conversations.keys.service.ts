import { AppError, commonErrors } from '#contract/errors.ts'
import type { ConversationsTable } from '#server/db/tables/chat.ts'
import type { Db } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transact.ts'
import type { Ctx, Platform } from '#server/feature/platform.ts'
import { chatEvents } from '../conversations.events.ts'
import { authorize, type Caller, type Locked } from './conversations.authorize.service.ts'
import * as rows from './conversations.ciphertexts.db.ts'
import * as conversations from './conversations.db.ts'
import { lockConversation } from './conversations.review.db.ts'
import { personRoom, roomsOf } from './conversations.rooms.ts'
import { showConversation, showGroup } from './conversations.show.service.ts'

/* Key state of conversations, for the encryption feature. */

/** Locks a conversation of the caller until the end of the transaction, and reads it behind the lock. */
export const lockReadable = async (tx: Tx, caller: Caller, id: string): Promise<Locked<'read'>> => {
  await lockConversation(tx, id)
  return authorize(tx, caller, id, 'read')
}

/** Makes a key version the current one; the first one encrypts the conversation for good. */
export const setCurrentKey = async (tx: Tx, { now }: Pick<Ctx, 'now'>, conversation: Locked<'read'>, keyVersion: number): Promise<void> => {
  const at = now.toISOString()
  await conversations.update(tx, conversation.id, {
    encryptedAt: conversation.encryptedAt ?? at,
    keyVersion,
    requiredKeyVersion: keyVersion,
    keyMadeAt: at,
    keyMadeAfter: conversation.lastSeq,
  })
}

/** Requires new keys in all encrypted conversations of a person; returns these conversations. */
export const requireNewKeysOf = async (tx: Db, userId: string): Promise<{ id: string; pairKey: string | null }[]> => {
  const encrypted = await rows.encryptedOf(tx, userId)
  await rows.requireNewKeys(
    tx,
    encrypted.map(({ id }) => id),
  )
  return encrypted
}

/** Returns a person's encrypted conversations. */
export const { encryptedOf } = rows

/** Notifies the members of these conversations to refetch the encryption state. */
export const tellKeysChanged = ({ live }: Pick<Platform, 'live'>, changed: readonly Pick<ConversationsTable, 'id' | 'pairKey'>[]): void => {
  for (const one of changed) live.publish(roomsOf(one), chatEvents.encryptionChanged, { conversationId: one.id })
}

/**
 * Notifies those who could not encrypt an open conversation because this member had no device: the other person of a private
 * conversation, and the administrators of a group, who alone can encrypt it.
 */
export const tellEncryptable = async ({ db, live }: Pick<Platform, 'db' | 'live'>, userId: string): Promise<void> => {
  tellKeysChanged({ live }, await rows.openPrivateOf(db, userId))
  for (const { id, adminId } of await rows.adminsInOpenGroupsOf(db, userId))
    live.publish([personRoom(adminId)], chatEvents.encryptionChanged, { conversationId: id })
}

/** Notifies the caller's own devices to refetch the keys of these conversations. */
export const tellOwnKeys = ({ live, me }: Pick<Ctx, 'live' | 'me'>, conversationIds: readonly string[]): void => {
  for (const conversationId of conversationIds) live.publish([personRoom(me._id)], chatEvents.encryptionChanged, { conversationId })
}

/** Sends a newly encrypted conversation to all its members. */
export const tellEncrypted = async (ctx: Ctx, id: string): Promise<void> => {
  const conversation = await conversations.byId(ctx.db, id)
  if (!conversation) throw new AppError(commonErrors.notFound)
  if (conversation.type === 'group')
    return ctx.live.publish(roomsOf(conversation), chatEvents.conversationUpdated, await showGroup(ctx, id))
  for (const { id: _id, name, role } of await rows.membersOf(ctx.db, id))
    ctx.live.publish([personRoom(_id)], chatEvents.conversationUpdated, await showConversation({ ...ctx, me: { _id, name, role } }, id))
}
