import { setTimeout as wait } from 'node:timers/promises'
import type { Socket } from 'socket.io'
import type { Actor } from '#contract/actor.ts'
import type { Nodes } from '#server/nodes/nodes.ts'
import type { LivePlatform } from './channel.ts'
import * as rows from './persons.db.ts'
import { sessionOf } from './rooms.ts'

/** A stop takes at most ten seconds altogether. */
const SETTLED_MS = 3_000

export type Presence = {
  /** Reports that a socket has opened. */
  opened: (socket: Socket) => void
  onlineHere: () => readonly string[]
  /** Reports people of a killed node who are on no other. */
  disconnectedWithNode: (personIds: readonly string[]) => void
  /**
   * Reports that this node stops. People who are connected to it reconnect to another one within seconds: if there is one, it finds
   * out who does not, and features are notified of nothing here.
   */
  handOver: () => void
  /** Resolves once features have been notified of everyone who left, or after a limit. */
  settled: () => Promise<void>
}

/** Notifies features of a person's first socket, and after the last one is closed; on any node. */
export const followPresence = (platform: LivePlatform, nodes: Nodes): Presence => {
  const { channel, log } = platform
  /** The number of sockets of each person here. */
  const open = new Map<string, number>()
  const running = new Set<Promise<void>>()
  let handedOver = false
  const run = (work: Promise<void>): void => {
    const quiet = work
      .catch((error: unknown) => log.debug({ err: error }, 'the real-time channel could not do its part'))
      .finally(() => running.delete(quiet))
    running.add(quiet)
  }
  const arrive = async (me: Actor): Promise<void> => {
    if (await nodes.arrived(me._id)) await channel.onOnline(platform, me)
  }
  const leave = async (me: Actor): Promise<void> => {
    if (await nodes.left(me._id)) await channel.onOffline(platform, me)
  }
  const leaveAll = async (personIds: readonly string[]): Promise<void> => {
    for (const me of await rows.byIds(platform.db, personIds)) if (!open.has(me._id)) await channel.onOffline(platform, me)
  }
  return {
    onlineHere: () => [...open.keys()],
    opened: (socket) => {
      const { me } = sessionOf(socket)
      const before = open.get(me._id) ?? 0
      open.set(me._id, before + 1)
      if (before === 0) run(arrive(me))
      socket.on('disconnect', () => {
        const left = (open.get(me._id) ?? 1) - 1
        if (left > 0) return void open.set(me._id, left)
        open.delete(me._id)
        if (!handedOver) run(leave(me))
      })
    },
    disconnectedWithNode: (personIds) => run(leaveAll(personIds)),
    handOver: () => {
      handedOver = nodes.link() === 'connected'
    },
    settled: async () => {
      await Promise.race([Promise.all(running), wait(SETTLED_MS, undefined, { ref: false })])
    },
  }
}
