import { AppError, commonErrors } from '#contract/errors.ts'
import type { ConversationsTable, Db } from '#server/db/tables.ts'
import type { Ctx, Platform } from '#server/feature/platform.ts'
import * as conversations from './chat.conversations.db.ts'
import { stillMember } from './chat.membership.service.ts'
import { lockConversation } from './chat.review.db.ts'
import { personRoom, roomsOf } from './chat.rooms.ts'
import * as rows from './chat.sealed.db.ts'
import { showConversation, showGroup } from './chat.show.service.ts'

/* For the feature encryption: what a conversation knows of its keys. */

/** Locks a conversation that the caller is in until the end of the transaction, and reads it behind the lock. */
export const lockOwn = async (tx: Db, me: Ctx['me'], id: string): Promise<ConversationsTable> => {
  await lockConversation(tx, id)
  return stillMember(tx, me, id)
}

/** Makes a version the current one; the first encrypts the conversation for good. */
export const useKey = async (tx: Db, { now }: Pick<Ctx, 'now'>, conversation: ConversationsTable, keyVersion: number): Promise<void> => {
  const at = now.toISOString()
  await conversations.update(tx, conversation.id, {
    encryptedAt: conversation.encryptedAt ?? at,
    keyVersion,
    requiredKeyVersion: keyVersion,
    keyMadeAt: at,
    keyMadeAfter: conversation.lastSeq,
  })
}

/** Of all encrypted conversations of a person; returns which. */
export const requireNewKeysOf = async (tx: Db, userId: string): Promise<{ id: string; pairKey: string | null }[]> => {
  const encrypted = await rows.encryptedOf(tx, userId)
  await rows.requireNewKeys(
    tx,
    encrypted.map(({ id }) => id),
  )
  return encrypted
}

/** The encrypted conversations of someone. */
export const { encryptedOf } = rows

/** Lets the members of conversations ask how they are encrypted now. */
export const tellKeysChanged = ({ live }: Pick<Platform, 'live'>, changed: readonly Pick<ConversationsTable, 'id' | 'pairKey'>[]): void => {
  for (const one of changed) live.publish(roomsOf(one), 'encryption_changed', { conversationId: one.id })
}

/**
 * Lets those ask again who could not encrypt an open conversation because this member had no device: the other person of a
 * private one, and in a group its administrators, who alone can.
 */
export const tellEncryptable = async ({ db, live }: Pick<Platform, 'db' | 'live'>, userId: string): Promise<void> => {
  tellKeysChanged({ live }, await rows.openPrivateOf(db, userId))
  for (const { id, adminId } of await rows.adminsInOpenGroupsOf(db, userId))
    live.publish([personRoom(adminId)], 'encryption_changed', { conversationId: id })
}

/** Lets the caller's own browsers ask for the keys of conversations again. */
export const tellOwnKeys = ({ live, me }: Pick<Ctx, 'live' | 'me'>, conversationIds: readonly string[]): void => {
  for (const conversationId of conversationIds) live.publish([personRoom(me._id)], 'encryption_changed', { conversationId })
}

/** Shows a conversation to everybody in it that has just been encrypted. */
export const tellEncrypted = async (ctx: Ctx, id: string): Promise<void> => {
  const conversation = await conversations.byId(ctx.db, id)
  if (!conversation) throw new AppError(commonErrors.notFound)
  if (conversation.type === 'group') return ctx.live.publish(roomsOf(conversation), 'conversation_updated', await showGroup(ctx, id))
  for (const { id: _id, name, role } of await rows.membersOf(ctx.db, id))
    ctx.live.publish([personRoom(_id)], 'conversation_updated', await showConversation({ ...ctx, me: { _id, name, role } }, id))
}
