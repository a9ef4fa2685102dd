/*
 * What an attacker can do here, and which line stops it. A socket may send anything: an input of another shape is ignored
 * (`chatInbound`), and a conversation that the person is not in is treated as one that does not exist (`groupsAmong`,
 * `authorize`). Names and roles in events to others come from the session, never from the payload, and people who may not write
 * are never shown typing (`typing`).
 */
import { builtInConversations } from '#contract/builtInConversations.ts'
import type { EventInput } from '#contract/event.ts'
import { limits } from '#contract/limits.ts'
import { changesOf } from '#server/feature/changes.ts'
import { type Channel, handlersOf, type SocketCtx } from '#server/realtime/channel.ts'
import { chatEvents, chatInbound } from '../conversations.events.ts'
import { authorize } from './conversations.authorize.service.ts'
import { receiveUpTo } from './conversations.delivered.service.ts'
import { findRow } from './conversations.messages.db.ts'
import * as reads from './conversations.reads.db.ts'
import { readUpTo } from './conversations.reads.service.ts'
import { groupRoom, roomsOf } from './conversations.rooms.ts'

/**
 * Reads the conversations again after the socket has joined the rooms, because a person removed in between was not in the room
 * yet.
 */
const joinConversations = async (ctx: SocketCtx, ids: readonly string[]): Promise<void> => {
  const own = await reads.groupsAmong(ctx.db, ctx.me._id, ids)
  ctx.enter(own.map(groupRoom))
  const still = new Set(await reads.groupsAmong(ctx.db, ctx.me._id, own))
  for (const id of own) if (!still.has(id)) ctx.live.leave([ctx.me._id], groupRoom(id))
}

const typing =
  (event: typeof chatEvents.userTyping | typeof chatEvents.userStopTyping) =>
  async (ctx: SocketCtx, id: string): Promise<void> => {
    const conversation = await authorize(ctx.db, ctx, id, 'write')
    const { _id: userId, name: userName, role: userRole } = ctx.me
    const payload = { conversationId: id, userId, userName, userRole }
    ctx.live.hint(roomsOf(conversation), { focus: id, exceptPerson: userId }, event, payload)
  }

type Read = EventInput<typeof chatInbound.markMessageRead>

const markMessageRead = async (ctx: SocketCtx, { messageId, conversationId }: Read): Promise<void> => {
  const message = await findRow(ctx.db, messageId)
  if (message?.conversationId !== conversationId) return
  await readUpTo({ ...ctx, ...changesOf(ctx, [], ctx.me) }, conversationId, message.seq)
}

/** Rooms of the built-in groups, of which everybody is a member. */
const builtIn = builtInConversations.map(groupRoom)

const roomsAmong: Channel['roomsAmong'] = async ({ db }, persons) => {
  const ids = persons.map(({ _id }) => _id)
  const groups = await reads.groupsOfAll(db, ids)
  return new Map(ids.map((id) => [id, [...builtIn, ...(groups.get(id) ?? []).map(groupRoom)]]))
}

export const chatChannel: Partial<Channel> = {
  roomsAmong,
  roomsOf: async ({ db }, me) => [...builtIn, ...(await reads.groupIdsOf(db, me._id, limits.roomsOfSocket)).map(groupRoom)],
  handlers: handlersOf(chatInbound, {
    joinConversations,
    typingStart: typing(chatEvents.userTyping),
    typingStop: typing(chatEvents.userStopTyping),
    focus: async (ctx, id) => ctx.setFocus(id),
    markMessageRead,
    messagesReceived: receiveUpTo,
  }),
}
