import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx, Platform } from '#server/feature/platform.ts'
import type { Room } from '#server/realtime/live.ts'
import type { chatApi } from '../chat.contract.ts'
import { blocksBetween } from './chat.blocks.db.ts'
import { mustBeMember } from './chat.membership.service.ts'
import { sendersIn } from './chat.messages.db.ts'
import { membersAmong } from './chat.people.db.ts'
import * as rows from './chat.reads.db.ts'
import { pairOf, personRoom } from './chat.rooms.ts'
import { showConversation } from './chat.show.service.ts'

/** In a group a reading is announced to this many people at most: those whose messages were read. */
const MOST_SENDERS = 20

type Reader = Pick<Platform, 'db' | 'clock' | 'live'> & { me: Ctx['me']; transact: <T>(fn: (tx: Db) => Promise<T>) => Promise<T> }

/** Marks as read up to a number, at most the last one there is, and tells those whom it concerns. It never goes back. */
export const readUpTo = async (ctx: Reader, conversationId: string, wanted: number | undefined): Promise<void> => {
  const conversation = await mustBeMember(ctx, conversationId)
  const before = await rows.readSeqOf(ctx.db, conversationId, ctx.me._id)
  // What was said before someone joined counts as read from the start.
  const from = before?.readSeq ?? (await rows.joinedSeq(ctx.db, conversationId, ctx.me._id))
  const seq = Math.max(from, Math.min(wanted ?? conversation.lastSeq, conversation.lastSeq))
  if (before && seq <= from && before.markedUnread === 0) return
  await ctx.transact((tx) => rows.markRead(tx, conversationId, ctx.me._id, seq))
  const event = { conversationId, userId: ctx.me._id, seq }
  ctx.live.publish(await whomItConcerns(ctx, conversation, { from: from + 1, to: seq }), 'message_read', event)
}

type Conversation = Awaited<ReturnType<typeof mustBeMember>>
type Stretch = { from: number; to: number }

/** The people whose messages were read, as far as they are members still. */
const readSenders = async ({ db }: Reader, conversation: Conversation, { from, to }: Stretch): Promise<string[]> => {
  if (to < from) return []
  const senders = await sendersIn(db, conversation.id, { from: Math.max(from, to - MOST_SENDERS), to }, MOST_SENDERS)
  return (await membersAmong(db, conversation, senders)).map(({ id }) => id)
}

/** The reader's own devices, and those who may learn of it: nobody who left the group, and nobody whom the reader blocks or is blocked by. */
const whomItConcerns = async (ctx: Reader, conversation: Conversation, stretch: Stretch): Promise<Room[]> => {
  const { db, me } = ctx
  const people = conversation.pairKey === null ? await readSenders(ctx, conversation, stretch) : pairOf(conversation)
  const blocked = new Set((await blocksBetween(db, me._id, people)).flatMap(({ blockerId, blockedId }) => [blockerId, blockedId]))
  return [...new Set([me._id, ...people.filter((id) => !blocked.has(id))])].map(personRoom)
}

export const markRead = (ctx: Ctx, { params: { id }, body }: Input<typeof chatApi.markRead>): Promise<void> => readUpTo(ctx, id, body?.seq)

export const markUnread = async (ctx: Ctx, { params: { id } }: Input<typeof chatApi.markUnread>): Promise<void> => {
  await mustBeMember(ctx, id)
  await ctx.transact(async (tx) => rows.markUnread(tx, id, ctx.me._id, await rows.joinedSeq(tx, id, ctx.me._id)))
  ctx.live.publish([personRoom(ctx.me._id)], 'conversation_updated', await showConversation(ctx, id))
}
