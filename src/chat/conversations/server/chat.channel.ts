/*
 * What an attacker can do here, and which line stops it. A socket may send anything: what has another shape is ignored, and a
 * conversation that the person is not in is one that does not exist (`groupsAmong`, `mustBeMember`). Names and roles
 * in what others hear come from the session, never from the payload, and nobody is shown typing who may not write (`typing`).
 */
import * as z from 'zod/mini'
import { builtInConversations } from '#contract/builtInConversations.ts'
import { Id } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { changesOf } from '#server/feature/changes.ts'
import type { Channel, SocketCtx, SocketEvent } from '#server/realtime/channel.ts'
import { mustBeMember } from './chat.membership.service.ts'
import { bare } from './chat.messages.db.ts'
import * as reads from './chat.reads.db.ts'
import { readUpTo } from './chat.reads.service.ts'
import { groupRoom, roomsOf } from './chat.rooms.ts'
import { mustWrite } from './chat.writing.service.ts'

/** Handles an event whose payload has this shape; any other is ignored. */
const on =
  <S extends z.ZodMiniType>(shape: S, handle: (ctx: SocketCtx, payload: z.output<S>) => Promise<void>): SocketEvent =>
  async (ctx, payload) => {
    const parsed = z.safeParse(shape, payload)
    if (parsed.success) await handle(ctx, parsed.data)
  }

/** They are read once more when the socket is in the rooms: a person who was taken out in between had not entered yet. */
const joinConversations = on(z.array(Id).check(z.maxLength(limits.joinedAtOnce)), async (ctx, ids) => {
  const own = await reads.groupsAmong(ctx.db, ctx.me._id, ids)
  ctx.enter(own.map(groupRoom))
  const still = new Set(await reads.groupsAmong(ctx.db, ctx.me._id, own))
  for (const id of own) if (!still.has(id)) ctx.live.leave([ctx.me._id], groupRoom(id))
})

const typing = (event: 'user_typing' | 'user_stop_typing') =>
  on(Id, async (ctx, id) => {
    const conversation = await mustBeMember(ctx, id)
    await mustWrite(ctx, conversation)
    const { _id: userId, name: userName, role: userRole } = ctx.me
    const payload = { conversationId: id, userId, userName, userRole }
    ctx.live.hint(roomsOf(conversation), { event, payload, focus: id, exceptPerson: userId })
  })

const focus = on(z.nullable(Id), async (ctx, id) => ctx.lookAt(id))

const markMessageRead = on(z.object({ messageId: Id, conversationId: Id }), async (ctx, { messageId, conversationId }) => {
  const message = await bare(ctx.db, messageId)
  if (message?.conversationId !== conversationId) return
  await readUpTo({ ...ctx, ...changesOf(ctx, [], ctx.me) }, conversationId, message.seq)
})

/** The groups that come with the institution, which everybody is in. */
const builtIn = builtInConversations.map(groupRoom)

const roomsAmong: Channel['roomsAmong'] = async ({ db }, persons) => {
  const ids = persons.map(({ _id }) => _id)
  const groups = await reads.groupsOfAll(db, ids)
  return new Map(ids.map((id) => [id, [...builtIn, ...(groups.get(id) ?? []).map(groupRoom)]]))
}

export const chatChannel: Partial<Channel> = {
  roomsAmong,
  roomsOf: async ({ db }, me) => [...builtIn, ...(await reads.groupIdsOf(db, me._id, limits.roomsOfSocket)).map(groupRoom)],
  events: {
    join_conversations: joinConversations,
    typing_start: typing('user_typing'),
    typing_stop: typing('user_stop_typing'),
    focus,
    mark_message_read: markMessageRead,
  },
}
