import { randomUUID } from 'node:crypto'
import type { Envelope } from '#chat/encryption/encryption.shapes.contract.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { newId } from '#server/db/ids.ts'
import type { Db, MessagesTable } from '#server/db/tables.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import type { chatApi } from '../chat.contract.ts'
import { chatErrors, type Message } from '../chat.shapes.contract.ts'
import { toMessages, toNewMessage } from './chat.answer.ts'
import { mustBeMember, stillMember } from './chat.membership.service.ts'
import * as rows from './chat.messages.db.ts'
import { membersAmong } from './chat.people.db.ts'
import { roomsOf } from './chat.rooms.ts'
import { mustFit, receiptKey, type Saying, saveCiphertext } from './chat.sealed.service.ts'
import { mustStillWrite, mustWrite } from './chat.writing.service.ts'

type Query = Input<typeof chatApi.messages>['query']

/** The numbers that are asked for, and whether there are more on that side; a page counts from the newest. */
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
  // The counts are read first: what comes while the messages are read is asked for after them.
  const conversation = await mustBeMember(ctx, id)
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

/** What someone sends, judged by its shape alone. */
export type Outgoing = {
  type: MessagesTable['type']
  content: string | null
  replyTo: string | null
  clientId: string
  mentions: readonly string[]
  encryption: Envelope | undefined
}

const sayingOf = ({ type, content, encryption }: Outgoing): Saying => ({ content, hasFile: type !== 'text', encryption })

const mustBeThere = async (db: Db, conversationId: string, replyTo: string): Promise<void> => {
  const quoted = await rows.bare(db, replyTo)
  if (quoted?.conversationId !== conversationId) throw new AppError(chatErrors.replyMissing, { field: 'replyTo' })
}

/** The number is taken last of all that can be refused, so that no number is without its message. */
const insert = async (
  tx: Db,
  ctx: Ctx,
  conversationId: string,
  { key, ...outgoing }: Outgoing & { key: Buffer | undefined },
): Promise<string> => {
  const { mentions, encryption, ...message } = outgoing
  const [id, at] = [newId(), ctx.now.toISOString()]
  const seq = await rows.nextSeq(tx, conversationId, id, at)
  if (seq === undefined) throw new AppError(commonErrors.notFound)
  const conversation = await stillMember(tx, ctx.me, conversationId)
  await mustStillWrite(tx, ctx, conversation)
  mustFit(conversation, sayingOf(outgoing), ctx.now)
  await rows.insert(tx, {
    id,
    conversationId,
    seq,
    change: 0,
    senderId: ctx.me._id,
    ...message,
    createdAt: at,
    editedAt: null,
    editedBy: null,
    deletedAt: null,
    deletedBy: null,
    revision: encryption?.revision ?? null,
  })
  if (encryption && key)
    await saveCiphertext(tx, { me: ctx.me, now: ctx.now, key, message: { id, conversationId, seq, createdAt: at } }, encryption)
  if (mentions.length > 0)
    await rows.insertMentions(
      tx,
      mentions.map((userId) => ({ messageId: id, userId, conversationId, seq })),
    )
  return id
}

const shown = async (ctx: Pick<Ctx, 'db' | 'clock'>, id: string): Promise<Message> => {
  const row = await rows.byId(ctx.db, id)
  const [message] = row ? await toMessages(ctx, [row]) : []
  if (!message) throw new AppError(commonErrors.notFound)
  return message
}

/**
 * How the message gets into the database, with whatever else belongs to it: `save` is called in the transaction that does so,
 * with the type where only storing tells it.
 */
type Store = (save: (tx: Db, type?: Outgoing['type']) => Promise<string>) => Promise<string>

/**
 * Sends a message of someone who may see the conversation. What was sent with this `clientId` before is answered as it is,
 * before any other rule is judged, and entered once even where two tries come at the same moment.
 */
export const send = async (ctx: Ctx, conversationId: string, outgoing: Outgoing, store: Store = ctx.transact): Promise<Message> => {
  const conversation = await mustBeMember(ctx, conversationId)
  const sent = () => rows.sentAs(ctx.db, conversationId, ctx.me._id, outgoing.clientId)
  const before = await sent()
  if (before) return shown(ctx, before)
  mustFit(conversation, sayingOf(outgoing), ctx.now)
  if (outgoing.type === 'text' && !outgoing.content && !outgoing.replyTo && !outgoing.encryption)
    throw new AppError(chatErrors.blank, { field: 'content' })
  await mustWrite(ctx, conversation)
  if (outgoing.replyTo) await mustBeThere(ctx.db, conversationId, outgoing.replyTo)
  const mentioned = await membersAmong(ctx.db, conversation, outgoing.mentions)
  if (mentioned.length < outgoing.mentions.length) throw new AppError(chatErrors.mentionMissing, { field: 'mentions' })
  try {
    const key = outgoing.encryption && (await receiptKey(ctx))
    const id = await store((tx, type = outgoing.type) => insert(tx, ctx, conversationId, { ...outgoing, type, key }))
    const row = await rows.byId(ctx.db, id)
    if (!row) throw new AppError(commonErrors.notFound)
    const message = await toNewMessage(
      ctx,
      row,
      mentioned.map((person) => ({ _id: person.id, name: person.name })),
    )
    ctx.live.publish(roomsOf(conversation), 'new_message', message)
    return message
  } catch (error) {
    const meanwhile = isUniqueViolation(error) ? await sent() : undefined
    if (meanwhile) return shown(ctx, meanwhile)
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
