import { isAdmin } from '#contract/actor.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { newId } from '#server/db/ids.ts'
import type { MessagesTable } from '#server/db/tables/chat.ts'
import type { Db } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transact.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import type { chatApi } from '../conversations.contract.ts'
import { type Envelope, envelopeErrors } from '../conversations.encryption.contract.ts'
import { chatEvents } from '../conversations.events.ts'
import { chatLimits } from '../conversations.limits.ts'
import { chatPolicy } from '../conversations.policy.ts'
import { chatErrors, type Message } from '../conversations.shapes.contract.ts'
import { toMessages } from './conversations.answer.ts'
import { authorize } from './conversations.authorize.service.ts'
import type { CheckedContent, Locked } from './conversations.authorized.ts'
import { checkContent, currentCiphertext, receiptKey, saveCiphertext } from './conversations.ciphertexts.service.ts'
import { byId as conversationById } from './conversations.db.ts'
import { messagesErased } from './conversations.hooks.ts'
import * as rows from './conversations.messages.db.ts'
import * as reactions from './conversations.reactions.db.ts'
import { roomsOf } from './conversations.rooms.ts'

const toJudged = ({ senderId, deletedAt, ...message }: MessagesTable) => ({
  ...message,
  sender: { _id: senderId },
  isDeleted: deletedAt !== null,
})

/** Returns a living message in a conversation that the caller is in; throws `notFound` for any other. */
const findReadable = async (ctx: Ctx, id: string) => {
  const message = await rows.findRow(ctx.db, id)
  if (!message) throw new AppError(commonErrors.notFound)
  const conversation = await authorize(ctx.db, ctx, message.conversationId, 'read')
  if (message.deletedAt !== null) throw new AppError(commonErrors.notFound)
  return { message, conversation }
}

/** A guard: checks the right to read a message before the body of a call about it is read. */
export const assertMessageReadable = async (ctx: Ctx, { params: { id } }: { params: { id: string } }): Promise<void> => {
  await findReadable(ctx, id)
}

/** Locks the conversation, then reads the message behind the lock. */
const lockMessage = async (tx: Tx, { id, conversationId }: MessagesTable): Promise<{ change: number; message: MessagesTable }> => {
  const change = await rows.nextChange(tx, conversationId)
  const message = await rows.findRow(tx, id)
  if (change === undefined || !message || message.deletedAt !== null) throw new AppError(commonErrors.notFound)
  return { change, message }
}

const showMessage = async (ctx: Ctx, id: string): Promise<Message> => {
  const row = await rows.byId(ctx.db, id)
  const [message] = row ? await toMessages(ctx, [row]) : []
  if (!message) throw new AppError(commonErrors.notFound)
  return message
}

/** Returns whether the message already has this content: repeating an edit changes nothing. */
const saysAlready = async (ctx: Ctx, message: MessagesTable, { content, encryption }: Edited): Promise<boolean> =>
  encryption ? (await currentCiphertext(ctx.db, message))?.iv === encryption.iv : message.content === content

type Edited = { content: string | null; encryption: Envelope | undefined }

/**
 * Replaces the content of a message behind the lock of its conversation. The previous plain text is stored as a version; all
 * encrypted revisions are kept.
 */
const rewrite = async (
  tx: Tx,
  ctx: Pick<Ctx, 'me' | 'now'> & { key: Buffer | undefined; conversation: Locked<'write'> },
  { message, change }: { message: MessagesTable; change: number },
  content: CheckedContent<Locked<'write'>>,
): Promise<void> => {
  const at = ctx.now.toISOString()
  const { encryption } = content
  if (encryption && encryption.revision <= (message.revision ?? 0)) throw new AppError(envelopeErrors.revisionOutdated)
  if (message.content !== null || message.revision === null) {
    const writtenBy = message.editedBy ?? message.senderId
    await rows.insertVersion(tx, ctx.conversation, {
      id: newId(),
      messageId: message.id,
      content: message.content ?? '',
      writtenBy,
      replacedAt: at,
    })
  }
  if (encryption && ctx.key) await saveCiphertext(tx, { ...ctx, key: ctx.key, message }, encryption)
  await rows.rewrite(tx, message, content, { revision: encryption?.revision ?? null, change, editedAt: at, editedBy: ctx.me._id })
}

/** Edits a message. The previous content stays available to moderators. */
export const edit = async (ctx: Ctx, { params: { id }, body }: Input<typeof chatApi.edit>): Promise<Message> => {
  const edited: Edited = { content: body.content || null, encryption: body.encryption ?? undefined }
  const { message: found, conversation: readable } = await findReadable(ctx, id)
  if (!edited.content && !edited.encryption) throw new AppError(chatErrors.blank, { field: 'content' })
  const kind = chatPolicy.whyNotEdit(ctx.me, toJudged(found), ctx.now)
  if (kind) throw new AppError(kind)
  const conversation = await authorize(ctx.db, ctx, readable, 'write')
  const content = { ...edited, hasFile: false }
  checkContent(conversation, content, ctx.now)
  if (await saysAlready(ctx, found, edited)) return showMessage(ctx, id)
  const key = edited.encryption && (await receiptKey(ctx))
  await ctx.transact(async (tx) => {
    const current = await lockMessage(tx, found)
    const writable = await authorize(tx, ctx, conversation, 'write')
    await rewrite(tx, { ...ctx, key, conversation: writable }, current, checkContent(writable, content, ctx.now))
  })
  const message = await showMessage(ctx, id)
  ctx.live.publish(roomsOf(conversation), chatEvents.messageEdited, message)
  return message
}

/**
 * Deletes messages of one conversation behind its lock. Messages nobody has flagged or reported are erased at once; the others are
 * kept as evidence until moderation releases them. Returns the change number of each message that still existed.
 */
export const deleteMessages = async (
  tx: Db,
  { me, now, hooks }: Pick<Ctx, 'me' | 'now' | 'hooks'>,
  messages: readonly Pick<MessagesTable, 'id' | 'conversationId'>[],
): Promise<{ id: string; conversationId: string; change: number }[]> => {
  const deleted = []
  for (const { id, conversationId } of messages) {
    const change = await rows.nextChange(tx, conversationId)
    const message = await rows.findRow(tx, id)
    if (change === undefined || !message || message.deletedAt !== null) continue
    await rows.forgetWords(tx, [message])
    await rows.update(tx, id, { change, deletedAt: now.toISOString(), deletedBy: me._id })
    if (!(await rows.isEvidence(tx, id))) await eraseMessages(tx, hooks, [id])
    deleted.push({ id, conversationId, change })
  }
  return deleted
}

/** Erases the content of messages from the disk. */
export const eraseMessages = async (tx: Db, hooks: Ctx['hooks'], ids: readonly string[]): Promise<void> => {
  await rows.erase(tx, ids)
  await hooks.run(messagesErased, tx, ids)
}

/**
 * Deletes a message. Admins may also delete in conversations they are not in. Deleting twice changes nothing, and deleting a
 * group deletes its messages.
 */
export const remove = async (ctx: Ctx, { params: { id } }: Input<typeof chatApi.remove>): Promise<void> => {
  const message = await rows.findRow(ctx.db, id)
  if (!message) throw new AppError(commonErrors.notFound)
  const conversation = isAdmin(ctx.me)
    ? await conversationById(ctx.db, message.conversationId)
    : await authorize(ctx.db, ctx, message.conversationId, 'read')
  if (!conversation) return
  const kind = chatPolicy.whyNotDelete(ctx.me, toJudged(message))
  if (kind) throw new AppError(kind)
  const [deleted] = await ctx.transact(async (tx) => {
    const done = await deleteMessages(tx, ctx, [message])
    if (done.length > 0 && message.senderId !== ctx.me._id)
      await writeAudit(tx, ctx, {
        action: 'chat.remove',
        targetId: message.senderId,
        after: { message: id, conversation: message.conversationId },
      })
    return done
  })
  if (deleted)
    ctx.live.publish(roomsOf(conversation), chatEvents.messageDeleted, {
      messageId: id,
      conversationId: deleted.conversationId,
      change: deleted.change,
    })
}

export const react = async (ctx: Ctx, { params: { id }, body: { emoji, on } }: Input<typeof chatApi.react>): Promise<Message> => {
  const { message: found, conversation: readable } = await findReadable(ctx, id)
  const conversation = await authorize(ctx.db, ctx, readable, 'react')
  const reaction = { messageId: id, userId: ctx.me._id, emoji }
  const changed = await ctx.transact(async (tx) => {
    const { change } = await lockMessage(tx, found)
    const open = await authorize(tx, ctx, conversation, 'react')
    const isGone = on !== true && (await reactions.remove(tx, open, reaction))
    const isNew = !isGone && on !== false && (await reactions.insert(tx, open, { id: newId(), ...reaction }))
    if (isNew && (await reactions.count(tx, id)) > chatLimits.reactions) throw new AppError(chatErrors.tooManyReactions)
    if (isGone || isNew) await rows.update(tx, id, { change })
    return isGone || isNew
  })
  const message = await showMessage(ctx, id)
  if (changed)
    ctx.live.publish(roomsOf(conversation), chatEvents.messageReactionUpdated, {
      messageId: id,
      conversationId: message.conversation,
      reactions: message.reactions,
      change: message.change,
    })
  return message
}
