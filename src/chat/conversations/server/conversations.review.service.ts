/*
 * What an attacker can do here, and which line stops it. These functions do not check membership: they are for calls that
 * only administrators may make and that record what was read. No endpoint of chat uses them.
 */

import { AppError, commonErrors } from '#contract/errors.ts'
import type { MessagesTable } from '#server/db/tables/chat.ts'
import type { Db } from '#server/db/tables.ts'
import type { Ctx, Platform } from '#server/feature/platform.ts'
import { byId as byActivity, pageOf } from '#server/http/paging.ts'
import type { EncryptedRevision } from '../conversations.encryption.contract.ts'
import { chatEvents } from '../conversations.events.ts'
import type { Message, SharedConversation } from '../conversations.shapes.contract.ts'
import { toEncryptedRevision, toMessages } from './conversations.answer.ts'
import { deleteMessages, eraseMessages } from './conversations.changes.service.ts'
import * as ciphertexts from './conversations.ciphertexts.db.ts'
import * as messages from './conversations.messages.db.ts'
import * as rows from './conversations.review.db.ts'
import { roomsOf } from './conversations.rooms.ts'
import { showShared } from './conversations.show.service.ts'

type Reading = Pick<Platform, 'db' | 'clock'>
type Named = { _id: string; name: string }

/** A message with its earlier versions and, if deleted, its stored content. */
export type ReviewedMessage = Message & {
  versions: { content: string; writtenBy: Named; replacedAt: string }[]
  deletedAt: string | null
  deletedBy: Named | null
}

const reviewed = async (ctx: Reading, found: readonly messages.MessageRow[]): Promise<ReviewedMessage[]> => {
  const deleted = found.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id)
  const edited = found.filter(({ editedAt }) => editedAt !== null).map(({ id }) => id)
  const versions = Map.groupBy(await rows.versionsOf(ctx.db, edited), ({ messageId }) => messageId)
  const deleters = new Map((await rows.deletersOf(ctx.db, deleted)).map((one) => [one.messageId, { _id: one.userId, name: one.name }]))
  const deletedAt = new Map(found.map((row) => [row.id, row.deletedAt]))
  return (await toMessages(ctx, found, true)).map((message) => ({
    ...message,
    versions: (versions.get(message._id) ?? []).map(({ content, userId, name, replacedAt }) => ({
      content,
      writtenBy: { _id: userId, name },
      replacedAt,
    })),
    deletedAt: deletedAt.get(message._id) ?? null,
    deletedBy: deleters.get(message._id) ?? null,
  }))
}

/** Returns a page of all conversations, newest message first. */
export const allConversations = async (
  ctx: Reading,
  query: { cursor?: string | undefined; limit: number },
  filter: Parameters<typeof rows.pageOfAll>[1],
): Promise<{ items: SharedConversation[]; nextCursor: string | null }> => {
  const page = await pageOf(byActivity, query, (limit, after) => rows.pageOfAll(ctx.db, filter, limit, after))
  const ids = page.items.map(({ conversationId }) => conversationId)
  return { items: await showShared(ctx, ids), nextCursor: page.nextCursor }
}

/** Returns the names of conversations, by id. */
export const titlesOf = async ({ db }: Pick<Platform, 'db'>, ids: readonly string[]): Promise<Map<string, rows.Titled>> =>
  new Map((await rows.titles(db, [...new Set(ids)])).map((one) => [one.id, one]))

/** Returns the messages in a range of numbers, oldest first. */
export const reviewStretch = async (ctx: Reading, id: string, stretch: messages.Stretch): Promise<ReviewedMessage[]> =>
  reviewed(ctx, await messages.stretch(ctx.db, id, stretch))

/** Returns these messages, by id. */
export const reviewMessages = async (ctx: Reading, ids: readonly string[]): Promise<Map<string, ReviewedMessage>> =>
  new Map((await reviewed(ctx, await messages.byIds(ctx.db, ids))).map((message) => [message._id, message]))

/** Returns all revisions of encrypted messages, by message id, the first revision first. */
export const encryptedRevisions = async (
  { db }: Pick<Platform, 'db'>,
  ids: readonly string[],
): Promise<Map<string, EncryptedRevision[]>> => {
  const found = Map.groupBy(await ciphertexts.revisionsOf(db, ids), ({ messageId }) => messageId)
  return new Map([...found].map(([id, revisions]) => [id, revisions.flatMap((row) => toEncryptedRevision(row) ?? [])]))
}

/** Locks the conversation of a message until the end of the transaction, then reads the message behind the lock. */
export const lockMessage = async (tx: Db, id: string): Promise<MessagesTable> => {
  const found = await messages.findRow(tx, id)
  if (!found) throw new AppError(commonErrors.notFound)
  await rows.lockConversation(tx, found.conversationId)
  const message = await messages.findRow(tx, id)
  if (!message) throw new AppError(commonErrors.notFound)
  return message
}

/** Returns whether a flag or report keeps the message. */
export const { isEvidence } = messages

/** Erases a deleted message that no flag or report keeps any longer. */
export const letGo = async (tx: Db, hooks: Ctx['hooks'], id: string): Promise<void> => {
  const erasable = await messages.erasableAmong(tx, [id])
  if (erasable.length > 0) await eraseMessages(tx, hooks, erasable)
}

/** Maximum number of messages deleted in one transaction, while all others wait. */
const AT_ONCE = 50

/**
 * Deletes a person's messages since an instant, in batches, and notifies those who see them. Calls `also` in each transaction
 * with the number deleted.
 */
export const deleteRecent = async (
  ctx: Ctx,
  { senderId, since }: { senderId: string; since: string },
  also: (tx: Db, count: number) => Promise<void>,
): Promise<number> => {
  let total = 0
  for (let after = ''; ; ) {
    const some = await rows.sentSince(ctx.db, { senderId, since, after }, AT_ONCE)
    const last = some.at(-1)
    if (!last) return total
    const deleted = await ctx.transact(async (tx) => {
      const done = await deleteMessages(tx, ctx, some)
      if (done.length > 0) await also(tx, done.length)
      return done
    })
    total += deleted.length
    await tellDeleted(ctx, deleted)
    after = last.id
  }
}

const tellDeleted = async (
  { db, live }: Ctx,
  deleted: readonly { id: string; conversationId: string; change: number }[],
): Promise<void> => {
  const conversations = await rows.pairKeys(db, [...new Set(deleted.map(({ conversationId }) => conversationId))])
  const rooms = new Map(conversations.map((one) => [one.id, roomsOf(one)]))
  for (const { id, conversationId, change } of deleted)
    live.publish(rooms.get(conversationId) ?? [], chatEvents.messageDeleted, { messageId: id, conversationId, change })
}
