/*
 * What an attacker can do here, and which line stops it. A socket says of its own person alone whether they look at the screen,
 * with one of two words, and anything else is ignored. However often it does, others are told at most once a second
 * (`tellChanges`), and only those who share a private conversation with that person.
 */
import type { Channel, SocketCtx } from '#server/realtime/channel.ts'
import * as rows from './presence.db.ts'
import { rememberedIn } from './presence.state.ts'

/** Someone is away while each of their open sockets says so. */
const judge = (ctx: SocketCtx): void => {
  const { away, changed } = rememberedIn(ctx)
  const said = ctx.said()
  // After the last one they stay what they were, until they are told to be gone.
  if (said.length === 0) return
  const isAway = said.every((word) => word === 'away')
  if (isAway === away.has(ctx.me._id)) return
  if (isAway) away.add(ctx.me._id)
  else away.delete(ctx.me._id)
  changed.add(ctx.me._id)
}

export const presenceChannel: Partial<Channel> = {
  events: {
    update_status: async (ctx, status) => {
      if (status !== 'online' && status !== 'away') return
      ctx.say(status)
      judge(ctx)
    },
    disconnect: async (ctx) => judge(ctx),
  },
  onOnline: async (platform, me) => {
    const { here, away, leaving, changed } = rememberedIn(platform)
    here.add(me._id)
    const wasAway = away.delete(me._id)
    // Of someone who was gone for a moment only nobody was told anything.
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
