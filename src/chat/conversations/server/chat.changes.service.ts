import { type Envelope, encryptionErrors } from '#chat/encryption/encryption.shapes.contract.ts'
import { isAdmin } from '#contract/actor.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { newId } from '#server/db/ids.ts'
import type { ConversationsTable, Db, MessagesTable } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import type { chatApi } from '../chat.contract.ts'
import { chatPolicy } from '../chat.policy.ts'
import { chatErrors, type Message } from '../chat.shapes.contract.ts'
import { toMessages } from './chat.answer.ts'
import { byId as conversationById } from './chat.conversations.db.ts'
import { mustBeMember, stillMember } from './chat.membership.service.ts'
import * as rows from './chat.messages.db.ts'
import * as reactions from './chat.reactions.db.ts'
import { roomsOf } from './chat.rooms.ts'
import { currentCiphertext, mustFit, receiptKey, saveCiphertext } from './chat.sealed.service.ts'
import { mustStillTakePart, mustStillWrite, mustTakePart, mustWrite } from './chat.writing.service.ts'

const judged = ({ senderId, deletedAt, ...message }: MessagesTable) => ({
  ...message,
  sender: { _id: senderId },
  isDeleted: deletedAt !== null,
})

/** A living message in a conversation that the caller is in; throws `notFound` for any other. */
const mustSee = async (ctx: Ctx, id: string) => {
  const message = await rows.bare(ctx.db, id)
  if (!message) throw new AppError(commonErrors.notFound)
  const conversation = await mustBeMember(ctx, message.conversationId)
  if (message.deletedAt !== null) throw new AppError(commonErrors.notFound)
  return { message, conversation }
}

/** Before the body of a call about a message is read. */
export const mustSeeMessage = (ctx: Ctx, { params: { id } }: { params: { id: string } }) => mustSee(ctx, id)

/** Locks the conversation, and reads the message as it is behind the lock. */
const locked = async (
  tx: Db,
  me: Ctx['me'],
  { id, conversationId }: MessagesTable,
): Promise<{ change: number; message: MessagesTable; conversation: ConversationsTable }> => {
  const change = await rows.nextChange(tx, conversationId)
  const conversation = await stillMember(tx, me, conversationId)
  const message = await rows.bare(tx, id)
  if (change === undefined || !message || message.deletedAt !== null) throw new AppError(commonErrors.notFound)
  return { change, message, conversation }
}

const shown = async (ctx: Ctx, id: string): Promise<Message> => {
  const row = await rows.byId(ctx.db, id)
  const [message] = row ? await toMessages(ctx, [row]) : []
  if (!message) throw new AppError(commonErrors.notFound)
  return message
}

/** Whether the message says this already: an edit that is sent again changes nothing. */
const isThere = async (ctx: Ctx, message: MessagesTable, { content, encryption }: Edited): Promise<boolean> =>
  encryption ? (await currentCiphertext(ctx.db, message))?.iv === encryption.iv : message.content === content

type Edited = { content: string | null; encryption: Envelope | undefined }

/** Replaces what a message says, behind the lock of its conversation. What it said before without encryption is kept as a version; encrypted revisions all stay. */
const rewrite = async (
  tx: Db,
  ctx: Pick<Ctx, 'me' | 'now'> & { key: Buffer | undefined },
  { message, change }: { message: MessagesTable; change: number },
  { content, encryption }: Edited,
): Promise<void> => {
  const at = ctx.now.toISOString()
  if (encryption && encryption.revision <= (message.revision ?? 0)) throw new AppError(encryptionErrors.revisionOutdated)
  if (message.content !== null || message.revision === null) {
    const writtenBy = message.editedBy ?? message.senderId
    await rows.insertVersion(tx, { id: newId(), messageId: message.id, content: message.content ?? '', writtenBy, replacedAt: at })
  }
  if (encryption && ctx.key) await saveCiphertext(tx, { ...ctx, key: ctx.key, message }, encryption)
  await rows.rewrite(tx, message, { content, revision: encryption?.revision ?? null, change, editedAt: at, editedBy: ctx.me._id })
}

/** What a message said before stays for moderators. */
export const edit = async (ctx: Ctx, { params: { id }, body }: Input<typeof chatApi.edit>): Promise<Message> => {
  const edited: Edited = { content: body.content || null, encryption: body.encryption ?? undefined }
  const { message: found, conversation } = await mustSee(ctx, id)
  if (!edited.content && !edited.encryption) throw new AppError(chatErrors.blank, { field: 'content' })
  const kind = chatPolicy.whyNotEdit(ctx.me, judged(found), ctx.now)
  if (kind) throw new AppError(kind)
  await mustWrite(ctx, conversation)
  const saying = { ...edited, hasFile: false }
  mustFit(conversation, saying, ctx.now)
  if (await isThere(ctx, found, edited)) return shown(ctx, id)
  const key = edited.encryption && (await receiptKey(ctx))
  await ctx.transact(async (tx) => {
    const { conversation, ...behind } = await locked(tx, ctx.me, found)
    await mustStillWrite(tx, ctx, conversation)
    mustFit(conversation, saying, ctx.now)
    await rewrite(tx, { ...ctx, key }, behind, edited)
  })
  const message = await shown(ctx, id)
  ctx.live.publish(roomsOf(conversation), 'message_edited', message)
  return message
}

/**
 * Deletes messages of one conversation behind its lock. What nobody has flagged or reported is erased at once; the rest is
 * kept as evidence until moderation lets go of it. Returns the change of each that was still there.
 */
export const deleteMessages = async (
  tx: Db,
  { me, now, hooks }: Pick<Ctx, 'me' | 'now' | 'hooks'>,
  messages: readonly Pick<MessagesTable, 'id' | 'conversationId'>[],
): Promise<{ id: string; conversationId: string; change: number }[]> => {
  const deleted = []
  for (const { id, conversationId } of messages) {
    const change = await rows.nextChange(tx, conversationId)
    const message = await rows.bare(tx, id)
    if (change === undefined || !message || message.deletedAt !== null) continue
    await rows.forgetWords(tx, [message])
    await rows.update(tx, id, { change, deletedAt: now.toISOString(), deletedBy: me._id })
    if (!(await rows.isEvidence(tx, id))) await eraseMessages(tx, hooks, [id])
    deleted.push({ id, conversationId, change })
  }
  return deleted
}

/** Takes what was said off the disk. */
export const eraseMessages = async (tx: Db, hooks: Ctx['hooks'], ids: readonly string[]): Promise<void> => {
  await rows.erase(tx, ids)
  await hooks.onMessagesErased(tx, ids)
}

/** Admins delete in conversations that they are not in, too. Deleting again changes nothing, and a deleted group takes its messages along. */
export const remove = async (ctx: Ctx, { params: { id } }: Input<typeof chatApi.remove>): Promise<void> => {
  const message = await rows.bare(ctx.db, id)
  if (!message) throw new AppError(commonErrors.notFound)
  const conversation = isAdmin(ctx.me)
    ? await conversationById(ctx.db, message.conversationId)
    : await mustBeMember(ctx, message.conversationId)
  if (!conversation) return
  const kind = chatPolicy.whyNotDelete(ctx.me, judged(message))
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
    ctx.live.publish(roomsOf(conversation), 'message_deleted', {
      messageId: id,
      conversationId: deleted.conversationId,
      change: deleted.change,
    })
}

export const react = async (ctx: Ctx, { params: { id }, body: { emoji, on } }: Input<typeof chatApi.react>): Promise<Message> => {
  const { message: found, conversation } = await mustSee(ctx, id)
  await mustTakePart(ctx, conversation)
  const reaction = { messageId: id, userId: ctx.me._id, emoji }
  const changed = await ctx.transact(async (tx) => {
    const { change, conversation } = await locked(tx, ctx.me, found)
    await mustStillTakePart(tx, ctx, conversation)
    const isGone = on !== true && (await reactions.remove(tx, reaction))
    const isNew = !isGone && on !== false && (await reactions.insert(tx, { id: newId(), ...reaction }))
    if (isNew && (await reactions.count(tx, id)) > limits.reactions) throw new AppError(chatErrors.tooManyReactions)
    if (isGone || isNew) await rows.update(tx, id, { change })
    return isGone || isNew
  })
  const message = await shown(ctx, id)
  if (changed)
    ctx.live.publish(roomsOf(conversation), 'message_reaction_updated', {
      messageId: id,
      conversationId: message.conversation,
      reactions: message.reactions,
      change: message.change,
    })
  return message
}
