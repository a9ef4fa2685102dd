/*
 * What an attacker can do here, and which line stops it. A socket reports only whether its own person is looking at the screen,
 * with one of two words; anything else is ignored (`presenceInbound`). However often it does, others are notified at most once a
 * second (`tellChanges`), and only those who share a private conversation with that person.
 */
import { type Channel, handlersOf, type SocketCtx } from '#server/realtime/channel.ts'
import { presenceInbound } from '../presence.events.ts'
import * as rows from './presence.db.ts'
import { rememberedIn } from './presence.state.ts'

/** Marks a person as away if all of their open sockets report it. */
const judge = (ctx: SocketCtx): void => {
  const { away, changed } = rememberedIn(ctx)
  const statuses = ctx.statuses()
  // After the last socket closes, the status stays until the person is marked as offline.
  if (statuses.length === 0) return
  const isAway = statuses.every((status) => status === 'away')
  if (isAway === away.has(ctx.me._id)) return
  if (isAway) away.add(ctx.me._id)
  else away.delete(ctx.me._id)
  changed.add(ctx.me._id)
}

export const presenceChannel: Partial<Channel> = {
  handlers: handlersOf(presenceInbound, {
    updateStatus: async (ctx, status) => {
      ctx.setStatus(status)
      judge(ctx)
    },
  }),
  onClosed: async (ctx) => judge(ctx),
  onOnline: async (platform, me) => {
    const { here, away, leaving, changed } = rememberedIn(platform)
    here.add(me._id)
    const wasAway = away.delete(me._id)
    // Nobody was notified about a person who was offline only for a moment.
    if (!leaving.delete(me._id) || wasAway) changed.add(me._id)
  },
  onOffline: async (platform, me) => {
    const { here, leaving } = rememberedIn(platform)
    const at = platform.clock()
    here.delete(me._id)
    leaving.set(me._id, at)
    await rows.saveSeen(platform.db, [me._id], at.toISOString())
  },
}
