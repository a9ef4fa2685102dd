/*
 * What an attacker can do here, and which line stops it. These functions ask nobody for membership: they are for calls that
 * administrators alone may make, and that write down what was read. No endpoint of chat uses them.
 */

import type { Sealed } from '#chat/encryption/encryption.shapes.contract.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { ConversationsTable, Db, MessagesTable } from '#server/db/tables.ts'
import type { Ctx, Platform } from '#server/feature/platform.ts'
import { byId as byActivity, pageOf } from '#server/http/paging.ts'
import type { Message, SharedConversation } from '../chat.shapes.contract.ts'
import { toMessages, toSealed } from './chat.answer.ts'
import { deleteMessages, eraseMessages } from './chat.changes.service.ts'
import { byId as conversationById } from './chat.conversations.db.ts'
import * as messages from './chat.messages.db.ts'
import * as rows from './chat.review.db.ts'
import { roomsOf } from './chat.rooms.ts'
import * as sealed from './chat.sealed.db.ts'
import { showShared } from './chat.show.service.ts'

type Reading = Pick<Platform, 'db' | 'clock'>
type Named = { _id: string; name: string }

/** A message with what it said before, and with what is kept of it where it was deleted. */
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

/** A living conversation, also one that the caller is not in; throws `notFound`. */
export const mustFindConversation = async (ctx: Reading, id: string): Promise<ConversationsTable> => {
  const conversation = await conversationById(ctx.db, id)
  if (!conversation) throw new AppError(commonErrors.notFound)
  return conversation
}

/** A page of all conversations, newest message first. */
export const allConversations = async (
  ctx: Reading,
  query: { cursor?: string | undefined; limit: number },
  filter: Parameters<typeof rows.pageOfAll>[1],
): Promise<{ items: SharedConversation[]; nextCursor: string | null }> => {
  const page = await pageOf(byActivity, query, (limit, after) => rows.pageOfAll(ctx.db, filter, limit, after))
  const ids = page.items.map(({ conversationId }) => conversationId)
  return { items: await showShared(ctx, ids), nextCursor: page.nextCursor }
}

/** What conversations are called, by their ids. */
export const titlesOf = async ({ db }: Pick<Platform, 'db'>, ids: readonly string[]): Promise<Map<string, rows.Titled>> =>
  new Map((await rows.titles(db, [...new Set(ids)])).map((one) => [one.id, one]))

/** The messages with these numbers, both included, oldest first. */
export const reviewStretch = async (ctx: Reading, id: string, stretch: messages.Stretch): Promise<ReviewedMessage[]> =>
  reviewed(ctx, await messages.stretch(ctx.db, id, stretch))

/** These messages, by their ids. */
export const reviewMessages = async (ctx: Reading, ids: readonly string[]): Promise<Map<string, ReviewedMessage>> =>
  new Map((await reviewed(ctx, await messages.byIds(ctx.db, ids))).map((message) => [message._id, message]))

/** All that encrypted messages say and said before, by their ids, the first revision first. */
export const sealedRevisions = async ({ db }: Pick<Platform, 'db'>, ids: readonly string[]): Promise<Map<string, Sealed[]>> => {
  const found = Map.groupBy(await sealed.revisionsOf(db, ids), ({ messageId }) => messageId)
  return new Map([...found].map(([id, revisions]) => [id, revisions.flatMap((row) => toSealed(row) ?? [])]))
}

/** Locks the conversation of a message until the end of the transaction, and reads the message as it is behind the lock. */
export const lockMessage = async (tx: Db, id: string): Promise<MessagesTable> => {
  const found = await messages.bare(tx, id)
  if (!found) throw new AppError(commonErrors.notFound)
  await rows.lockConversation(tx, found.conversationId)
  const message = await messages.bare(tx, id)
  if (!message) throw new AppError(commonErrors.notFound)
  return message
}

/** Whether a flag or a report keeps the message. */
export const { isEvidence } = messages

/** Takes a deleted message off the disk that no flag and no report keeps any longer. */
export const letGo = async (tx: Db, hooks: Ctx['hooks'], id: string): Promise<void> => {
  const erasable = await messages.erasableAmong(tx, [id])
  if (erasable.length > 0) await eraseMessages(tx, hooks, erasable)
}

/** As many as one transaction may take while everybody else's wait. */
const AT_ONCE = 50

/**
 * Deletes what a person has written since an instant, some at a time, and tells those who see it; `also` is called in each
 * transaction with how many it deleted.
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
    live.publish(rooms.get(conversationId) ?? [], 'message_deleted', { messageId: id, conversationId, change })
}
