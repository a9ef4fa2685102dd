import { randomUUID } from 'node:crypto'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { newId } from '#server/db/ids.ts'
import type { MessagesTable } from '#server/db/tables/chat.ts'
import type { Db } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transact.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import type { chatApi } from '../conversations.contract.ts'
import type { Envelope } from '../conversations.encryption.contract.ts'
import { chatEvents } from '../conversations.events.ts'
import { chatErrors, type Message } from '../conversations.shapes.contract.ts'
import { toMessages, toNewMessage } from './conversations.answer.ts'
import { authorize } from './conversations.authorize.service.ts'
import type { Authorized, MessageContent } from './conversations.authorized.ts'
import { checkContent, receiptKey, saveCiphertext } from './conversations.ciphertexts.service.ts'
import * as rows from './conversations.messages.db.ts'
import { membersAmong } from './conversations.people.db.ts'
import { notifyOfMessage } from './conversations.push.service.ts'
import { roomsOf } from './conversations.rooms.ts'

type Query = Input<typeof chatApi.messages>['query']

/** Returns the requested range of numbers and whether more exist on that side; pages start at the newest. */
export const stretchOf = (
  { page = 1, limit, after, before }: Omit<Query, 'changedAfter'>,
  { firstSeq, lastSeq }: { firstSeq: number; lastSeq: number },
) => {
  if (after !== undefined) {
    const to = Math.min(after + limit, lastSeq)
    return { from: Math.max(after + 1, firstSeq), to, hasMore: to < lastSeq }
  }
  const to = before === undefined ? lastSeq - (page - 1) * limit : Math.min(before - 1, lastSeq)
  const from = Math.max(to - limit + 1, firstSeq)
  return { from, to, hasMore: from > firstSeq && to >= firstSeq }
}

export const messages = async (
  ctx: Ctx,
  { params: { id }, query }: Input<typeof chatApi.messages>,
): Promise<Reply<typeof chatApi.messages>> => {
  // The counters are read first: messages that arrive while the page is read are requested afterwards.
  const conversation = await authorize(ctx.db, ctx, id, 'read')
  const { lastSeq, lastChange } = conversation
  const cursors = { lastSeq, lastChange }
  if (query.changedAfter !== undefined) {
    const found = await rows.changedAfter(ctx.db, id, query.changedAfter, query.limit + 1)
    return { items: await toMessages(ctx, found.slice(0, query.limit)), hasMore: found.length > query.limit, ...cursors }
  }
  const { hasMore, ...stretch } = stretchOf(query, conversation)
  const items = stretch.to < stretch.from ? [] : await toMessages(ctx, await rows.stretch(ctx.db, id, stretch))
  const page = query.after === undefined && query.before === undefined ? (query.page ?? 1) : undefined
  return { items, hasMore, ...cursors, ...(page !== undefined && { page }) }
}

/** A message to send, checked only for its shape. */
export type Outgoing = {
  type: MessagesTable['type']
  content: string | null
  replyTo: string | null
  clientId: string
  mentions: readonly string[]
  encryption: Envelope | undefined
}

const contentOf = ({ type, content, encryption }: Outgoing): MessageContent => ({ content, hasFile: type !== 'text', encryption })

const assertQuoted = async (db: Db, conversationId: string, replyTo: string): Promise<void> => {
  const quoted = await rows.findRow(db, replyTo)
  if (quoted?.conversationId !== conversationId) throw new AppError(chatErrors.replyMissing, { field: 'replyTo' })
}

/** Takes the number after everything that can be rejected, so that no number is left without a message. */
const insert = async (
  tx: Tx,
  ctx: Ctx,
  before: Authorized<'write'>,
  { key, ...outgoing }: Outgoing & { key: Buffer | undefined },
): Promise<string> => {
  const { mentions, encryption, type, replyTo, clientId } = outgoing
  const [id, at] = [newId(), ctx.now.toISOString()]
  const seq = await rows.nextSeq(tx, before.id, id, at)
  if (seq === undefined) throw new AppError(commonErrors.notFound)
  const conversation = await authorize(tx, ctx, before, 'write')
  await rows.insert(tx, conversation, checkContent(conversation, contentOf(outgoing), ctx.now), {
    id,
    seq,
    change: 0,
    senderId: ctx.me._id,
    type,
    replyTo,
    clientId,
    createdAt: at,
    editedAt: null,
    editedBy: null,
    deletedAt: null,
    deletedBy: null,
    revision: encryption?.revision ?? null,
  })
  if (encryption && key)
    await saveCiphertext(tx, { conversation, me: ctx.me, now: ctx.now, key, message: { id, seq, createdAt: at } }, encryption)
  if (mentions.length > 0)
    await rows.insertMentions(
      tx,
      conversation,
      mentions.map((userId) => ({ messageId: id, userId, seq })),
    )
  return id
}

const showMessage = async (ctx: Pick<Ctx, 'db' | 'clock'>, id: string): Promise<Message> => {
  const row = await rows.byId(ctx.db, id)
  const [message] = row ? await toMessages(ctx, [row]) : []
  if (!message) throw new AppError(commonErrors.notFound)
  return message
}

/**
 * Stores the message and everything that belongs to it. Calls `save` in the transaction that does so, with the type if only
 * storing determines it.
 */
type Store = (save: (tx: Tx, type?: Outgoing['type']) => Promise<string>) => Promise<string>

/**
 * Sends a message for a person who may see the conversation. A message already sent with this `clientId` is returned unchanged,
 * before any other rule is checked, and is stored once even if two attempts run at the same time.
 */
export const send = async (ctx: Ctx, conversationId: string, outgoing: Outgoing, store: Store = ctx.transact): Promise<Message> => {
  const readable = await authorize(ctx.db, ctx, conversationId, 'read')
  const sent = () => rows.sentAs(ctx.db, conversationId, ctx.me._id, outgoing.clientId)
  const before = await sent()
  if (before) return showMessage(ctx, before)
  checkContent(readable, contentOf(outgoing), ctx.now)
  if (outgoing.type === 'text' && !outgoing.content && !outgoing.replyTo && !outgoing.encryption)
    throw new AppError(chatErrors.blank, { field: 'content' })
  const conversation = await authorize(ctx.db, ctx, readable, 'write')
  if (outgoing.replyTo) await assertQuoted(ctx.db, conversationId, outgoing.replyTo)
  const mentioned = await membersAmong(ctx.db, conversation, outgoing.mentions)
  if (mentioned.length < outgoing.mentions.length) throw new AppError(chatErrors.mentionMissing, { field: 'mentions' })
  try {
    const key = outgoing.encryption && (await receiptKey(ctx))
    const id = await store((tx, type = outgoing.type) => insert(tx, ctx, conversation, { ...outgoing, type, key }))
    const row = await rows.byId(ctx.db, id)
    if (!row) throw new AppError(commonErrors.notFound)
    const message = await toNewMessage(
      ctx,
      row,
      mentioned.map((person) => ({ _id: person.id, name: person.name })),
    )
    ctx.live.publish(roomsOf(conversation), chatEvents.newMessage, message)
    notifyOfMessage(ctx, conversation, message)
    return message
  } catch (error) {
    const meanwhile = isUniqueViolation(error) ? await sent() : undefined
    if (meanwhile) return showMessage(ctx, meanwhile)
    throw error
  }
}

export const post = (ctx: Ctx, { params: { id }, body }: Input<typeof chatApi.post>): Promise<Message> =>
  send(ctx, id, {
    type: 'text',
    content: body.content || null,
    replyTo: body.replyTo ?? null,
    clientId: body.clientId ?? randomUUID(),
    mentions: [...new Set(body.mentions ?? [])],
    encryption: body.encryption ?? undefined,
  })
