import type { Input } from '#server/feature/feature.ts'
import type { Ctx, Platform } from '#server/feature/platform.ts'
import type { Room } from '#server/realtime/live.ts'
import type { chatApi } from '../conversations.contract.ts'
import { chatEvents } from '../conversations.events.ts'
import { type Authorized, authorize } from './conversations.authorize.service.ts'
import { blocksBetween } from './conversations.blocks.db.ts'
import { sendersIn } from './conversations.messages.db.ts'
import { membersAmong } from './conversations.people.db.ts'
import * as rows from './conversations.reads.db.ts'
import { pairOf, personRoom } from './conversations.rooms.ts'
import { showConversation } from './conversations.show.service.ts'

/** Maximum number of senders notified that their messages were received or read in a group. */
const MOST_SENDERS = 20

type Reader = Pick<Platform, 'db' | 'clock' | 'live' | 'config'> & Pick<Ctx, 'me' | 'now' | 'transact'>

/** Marks messages as read up to a number, at most the last one, and notifies the people concerned. Never moves back. */
export const readUpTo = async (ctx: Reader, conversationId: string, wanted: number | undefined): Promise<void> => {
  const conversation = await authorize(ctx.db, ctx, conversationId, 'read')
  const before = await rows.readSeqOf(ctx.db, conversationId, ctx.me._id)
  // Messages from before a person joined count as read.
  const from = before?.readSeq ?? (await rows.joinedSeq(ctx.db, conversationId, ctx.me._id))
  const seq = Math.max(from, Math.min(wanted ?? conversation.lastSeq, conversation.lastSeq))
  if (before && seq <= from && before.markedUnread === 0) return
  await ctx.transact((tx) => rows.markRead(tx, conversation, ctx.me._id, seq))
  const event = { conversationId, userId: ctx.me._id, seq }
  ctx.live.publish(await roomsToNotify(ctx, conversation, { from: from + 1, to: seq }), chatEvents.messageRead, event)
}

/** A range of message numbers, both ends included. */
export type Stretch = { from: number; to: number }

/** Returns the senders of these messages, of the last ones in a long range, who are still members. */
export const findSendersIn = async (
  { db }: Pick<Reader, 'db'>,
  conversation: Authorized<'read'>,
  { from, to }: Stretch,
): Promise<string[]> => {
  if (to < from) return []
  const senders = await sendersIn(db, conversation.id, { from: Math.max(from, to - MOST_SENDERS), to }, MOST_SENDERS)
  return (await membersAmong(db, conversation, senders)).map(({ id }) => id)
}

/**
 * Returns the rooms of the reader's own devices and of the people who may see it: no former members, and nobody whom the reader
 * blocks or is blocked by.
 */
const roomsToNotify = async (ctx: Reader, conversation: Authorized<'read'>, stretch: Stretch): Promise<Room[]> => {
  const { db, me } = ctx
  const people = conversation.pairKey === null ? await findSendersIn(ctx, conversation, stretch) : pairOf(conversation)
  const blocked = new Set((await blocksBetween(db, me._id, people)).flatMap(({ blockerId, blockedId }) => [blockerId, blockedId]))
  return [...new Set([me._id, ...people.filter((id) => !blocked.has(id))])].map(personRoom)
}

export const markRead = (ctx: Ctx, { params: { id }, body }: Input<typeof chatApi.markRead>): Promise<void> => readUpTo(ctx, id, body?.seq)

export const markUnread = async (ctx: Ctx, { params: { id } }: Input<typeof chatApi.markUnread>): Promise<void> => {
  const conversation = await authorize(ctx.db, ctx, id, 'read')
  await ctx.transact(async (tx) => rows.markUnread(tx, conversation, ctx.me._id, await rows.joinedSeq(tx, id, ctx.me._id)))
  ctx.live.publish([personRoom(ctx.me._id)], chatEvents.conversationUpdated, await showConversation(ctx, id))
}
