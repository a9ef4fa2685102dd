import type { EventInput } from '#contract/event.ts'
import { changesOf } from '#server/feature/changes.ts'
import { hallToday, withHallClock } from '#server/hallDay.ts'
import type { SocketCtx } from '#server/realtime/channel.ts'
import { chatEvents, type chatInbound } from '../conversations.events.ts'
import { authorize } from './conversations.authorize.service.ts'
import type { Authorized } from './conversations.authorized.ts'
import { blocksBetween } from './conversations.blocks.db.ts'
import * as rows from './conversations.delivered.db.ts'
import { markDelivered } from './conversations.reads.db.ts'
import { findSendersIn, type Stretch } from './conversations.reads.service.ts'
import { pairOf, personRoom } from './conversations.rooms.ts'

type Received = EventInput<typeof chatInbound.messagesReceived>

/** Marks messages as received by a device of this person, and notifies their senders once everyone in the conversation has them. */
export const receiveUpTo = async (ctx: SocketCtx, received: Received): Promise<void> => {
  const wanted = new Map(received.map(({ conversationId, seq }) => [conversationId, seq]))
  const { me } = ctx
  for (const { id, readSeq, deliveredSeq, lastSeq } of await rows.undeliveredAmong(ctx.db, me._id, [...wanted.keys()])) {
    const seq = Math.min(wanted.get(id) ?? 0, lastSeq)
    if (seq <= deliveredSeq) continue
    const conversation = await authorize(ctx.db, ctx, id, 'read')
    await changesOf(ctx, [], me).transact((tx) => markDelivered(tx, conversation, { userId: me._id, readSeq, seq }))
    await notifySenders(ctx, conversation, { from: deliveredSeq + 1, to: seq })
  }
}

const notifySenders = async (ctx: SocketCtx, conversation: Authorized<'read'>, stretch: Stretch): Promise<void> => {
  const { id, pairKey } = conversation
  const found = pairKey === null ? await findSendersIn(ctx, conversation, stretch) : pairOf(conversation)
  // Otherwise the moment of the event would tell a sender when a person whom a block separates from them comes online.
  const separated = new Set((await blocksBetween(ctx.db, ctx.me._id, found)).flatMap(({ blockerId, blockedId }) => [blockerId, blockedId]))
  const senders = found.filter((sender) => sender !== ctx.me._id && !separated.has(sender))
  const today = hallToday(await withHallClock(ctx))
  // In a large group, nearly every member is not the last one: they cost no more than this query.
  if (senders.length === 0 || (await rows.isAwaited(ctx.db, id, stretch.from, senders, today))) return
  for (const { userId, seq } of await rows.deliveredToOthers(ctx.db, senders, [id], today))
    if (seq >= stretch.from) ctx.live.publish([personRoom(userId)], chatEvents.messageDelivered, { conversationId: id, seq })
}
